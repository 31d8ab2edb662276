import type { ProcedureName } from '@claimdesk/api/router';
import type { StaffFormName } from '@claimdesk/forms/staff-forms';
import type { ToastWords } from '#web/app/ui/components/toast-card.tsx';

export interface Verb {
  procedure: ProcedureName;
  label: string;
  hint: string;
  /** Asks for what it needs. */
  form: StaffFormName;
  /** The same where it is to be confirmed: that there is no contract, or that the account is confirmed. */
  unusual?: StaffFormName;
  /** The label of the button. */
  button: string;
  /** What is said afterwards; left out where the dialog shows a code. */
  done?: ToastWords;
  /** The account is gone afterwards. */
  endsAccount?: true;
}

/** What staff can do about a client's login, by the last part of the dialog's address. */
export const clientVerbs = {
  'confirmation-code': {
    procedure: 'clients.issueConfirmationCode',
    label: 'Give a confirmation code',
    hint: 'Call the client at the phone number in the contract, and read the code out. Anybody can register with a number that they know, so the client then types the code in the portal. That shows that both are the same person. It works once, within 24 hours. An earlier code no longer works.',
    form: 'verification',
    unusual: 'code-without-contract',
    button: 'Make a code',
  },
  'correct-name': {
    procedure: 'clients.correctName',
    label: 'Correct the name',
    hint: 'The name in the account, which the portal uses to greet the client. A contract with another name is not treated as the client’s.',
    form: 'client-name',
    button: 'Save the name',
    done: { title: 'Name saved', text: 'The account now has this name.' },
  },
  'pin-code': {
    procedure: 'clients.issuePinCode',
    label: 'Give a one-time PIN code',
    hint: 'The caller forgot the PIN. With the code they choose a new one, once, within 24 hours. An earlier code no longer works, and earlier wrong tries no longer count.',
    form: 'verification',
    button: 'Make a code',
  },
  reopen: {
    procedure: 'clients.reopen',
    label: 'Let them try again',
    hint: 'Earlier wrong tries no longer count. Every phone and computer is logged out and forgotten.',
    form: 'verification',
    button: 'Let them try again',
    done: {
      title: 'Login open again',
      text: 'Earlier wrong tries no longer count, and every phone and computer is logged out.',
    },
  },
  'end-sessions': {
    procedure: 'clients.endSessions',
    label: 'Log them out everywhere',
    hint: 'Every phone and computer of the client is logged out at once. The PIN stays.',
    form: 'reason',
    button: 'Log out everywhere',
    done: {
      title: 'Logged out everywhere',
      text: 'Every phone and computer of the client is logged out.',
    },
  },
  'free-number': {
    procedure: 'clients.freeSsn',
    label: 'Free the number',
    hint: 'Somebody else made the account. It ends at once, and the caller registers again.',
    form: 'verification',
    unusual: 'free-number',
    button: 'Free the number',
    done: {
      title: 'Number freed',
      text: 'The old account has ended. The caller can register again now.',
    },
    endsAccount: true,
  },
  close: {
    procedure: 'clients.close',
    label: 'Close the account',
    hint: 'The client no longer wants it. It ends at once, and contracts stay.',
    form: 'account-closing',
    button: 'Close the account',
    done: { title: 'Account closed', text: 'It is deleted, and its number is free again.' },
    endsAccount: true,
  },
} as const satisfies Record<string, Verb>;

export type ClientVerb = keyof typeof clientVerbs;

/** Replaces the hint if no contract was signed with the SSN. */
export const noContractHint =
  'There is no contract with this Social Security number yet, so no phone number that we know to be the client’s. Ask the client to sign the contract first, and call the number in it. Without one, read the code out only to somebody whose identity you have made sure of in another way, such as with a photo ID in our office: anybody can register with a number that they know. The code works once, within 24 hours.';
