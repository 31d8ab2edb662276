import type { ProcedureName } from '@claimdesk/api/router';
import type { NoticeName } from '#web/app/office/notices.ts';

const verificationLabel = 'How you verified the caller';

export interface Verb {
  procedure: ProcedureName;
  label: string;
  hint: string;
  /** The label of the reason's field. */
  reason: string;
  /** The label of the button. */
  button: string;
  /** The account is gone afterwards. */
  endsAccount?: true;
}

/** What staff can do about a client's login, by the last part of the dialog's address. */
export const clientVerbs = {
  'confirmation-code': {
    procedure: 'clients.issueConfirmationCode',
    label: 'Give a confirmation code',
    hint: 'Call the client at the phone number in the contract, and read the code out. Anybody can register with a number that they know, so the client then types the code in the portal. That shows that both are the same person. It works once, within 24 hours. An earlier code no longer works.',
    reason: verificationLabel,
    button: 'Make a code',
  },
  'correct-name': {
    procedure: 'clients.correctName',
    label: 'Correct the name',
    hint: 'The name in the account, which the portal uses to greet the client. A contract with another name is not treated as the client’s.',
    reason: 'Reason',
    button: 'Save the name',
  },
  'pin-code': {
    procedure: 'clients.issuePinCode',
    label: 'Give a one-time PIN code',
    hint: 'The caller forgot the PIN. With the code they choose a new one, once, within 24 hours. An earlier code no longer works, and earlier wrong tries no longer count.',
    reason: verificationLabel,
    button: 'Make a code',
  },
  reopen: {
    procedure: 'clients.reopen',
    label: 'Let them try again',
    hint: 'Earlier wrong tries no longer count. Every phone and computer is logged out and forgotten.',
    reason: verificationLabel,
    button: 'Let them try again',
  },
  'end-sessions': {
    procedure: 'clients.endSessions',
    label: 'Log them out everywhere',
    hint: 'Every phone and computer of the client is logged out at once. The PIN stays.',
    reason: 'Reason',
    button: 'Log out everywhere',
  },
  'free-number': {
    procedure: 'clients.freeSsn',
    label: 'Free the number',
    hint: 'Somebody else made the account. It ends at once, and the caller registers again.',
    reason: verificationLabel,
    button: 'Free the number',
    endsAccount: true,
  },
  close: {
    procedure: 'clients.close',
    label: 'Close the account',
    hint: 'The client no longer wants it. It ends at once, and contracts stay.',
    reason: 'Reason',
    button: 'Close the account',
    endsAccount: true,
  },
} as const satisfies Record<string, Verb>;

export type ClientVerb = keyof typeof clientVerbs;

/** Replaces the hint if no contract was signed with the SSN. */
export const noContractHint =
  'There is no contract with this Social Security number yet, so no phone number that we know to be the client’s. Ask the client to sign the contract first, and call the number in it. Without one, read the code out only to somebody whose identity you have made sure of in another way, such as with a photo ID in our office: anybody can register with a number that they know. The code works once, within 24 hours.';

/** Those that also work with an SSN, without opening the client's page. */
export const ssnVerbs = ['reopen', 'end-sessions', 'free-number'] as const satisfies ClientVerb[];

/** Those that show a code, which staff read out. */
export type CodeVerb = 'confirmation-code' | 'pin-code';

/** The notice of the next page; a code is shown in the dialog itself. */
export const noticeOf = {
  'correct-name': 'client-renamed',
  reopen: 'login-reopened',
  'end-sessions': 'client-signed-out',
  'free-number': 'login-freed',
  close: 'client-closed',
} as const satisfies Record<Exclude<ClientVerb, CodeVerb>, NoticeName>;

/** @returns a sentence that says how to correct the reason; undefined when it can be sent. */
export function problemOfReason(reason: string, label: string): string | undefined {
  if (reason.length > 500) return 'Say it in 500 characters or fewer';
  if (reason.length >= 5) return undefined;
  return label === verificationLabel
    ? 'Say how you verified the caller, in at least 5 characters'
    : 'Give the reason, in at least 5 characters';
}
