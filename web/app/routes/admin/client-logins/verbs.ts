export const clientLoginsPath = '/admin/client-logins';

/** What staff can do about the login of an SSN, by the value that the page posts. */
export const verbs = {
  confirm: {
    label: 'Confirm the account',
    hint: 'The caller made it. It stays, and no longer ends after 30 days.',
  },
  reopen: {
    label: 'Let them try again',
    hint: 'Wrong tries of before no longer count, on any phone or computer.',
  },
  free: {
    label: 'Free the number',
    hint: 'The caller forgot the PIN, or somebody else made the account. It ends at once, and the caller registers again.',
  },
} as const;

export type Verb = keyof typeof verbs;

export function isVerb(text: string): text is Verb {
  return Object.hasOwn(verbs, text);
}

export interface AccessForm {
  /** Empty until one is chosen. */
  verb: Verb | '';
  /** As typed, without spaces and dashes; valid with nine digits. */
  ssn: string;
  reason: string;
  evenConfirmed: boolean;
}

export function readAccessForm(posted: FormData): AccessForm {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  const verb = text('verb');
  return {
    verb: isVerb(verb) ? verb : '',
    ssn: text('ssn').replace(/[\s-]/g, ''),
    reason: text('reason'),
    evenConfirmed: posted.has('even-confirmed'),
  };
}

/** @returns a sentence for each field that has to be corrected, by the field's id. */
export function problemsOf({ verb, ssn, reason }: AccessForm): Record<string, string> {
  return {
    ...(!/^\d{9}$/.test(ssn) && { ssn: 'Enter the 9 digits of the Social Security number' }),
    ...(reason.length < 5 && { reason: 'Say how you made sure who calls, in at least 5 characters' }),
    ...(reason.length > 500 && { reason: 'Say it in 500 characters or fewer' }),
    ...(verb === '' && { verb: 'Choose what to do' }),
  };
}
