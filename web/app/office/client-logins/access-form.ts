import { clientVerbs, problemOfReason, ssnVerbs } from '#web/app/office/clients/client-verbs.ts';

export const clientLoginsPath = '/admin/client-logins';

export type SsnVerb = (typeof ssnVerbs)[number];

export interface AccessForm {
  /** Empty until one is chosen. */
  verb: SsnVerb | '';
  /** As typed, without spaces and dashes; valid with nine digits. */
  ssn: string;
  reason: string;
  evenConfirmed: boolean;
}

export function readAccessForm(posted: FormData): AccessForm {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  return {
    verb: ssnVerbs.find((verb) => verb === text('verb')) ?? '',
    ssn: text('ssn').replace(/[\s-]/g, ''),
    reason: text('reason'),
    evenConfirmed: posted.has('even-confirmed'),
  };
}

/** @returns a sentence for each field that has to be corrected, by the field's id. */
export function problemsOf({ verb, ssn, reason }: AccessForm): Record<string, string> {
  const wrongReason = problemOfReason(reason, clientVerbs.reopen.reason);
  return {
    ...(!/^\d{9}$/.test(ssn) && { ssn: 'Enter the 9 digits of the Social Security number' }),
    ...(wrongReason && { reason: wrongReason }),
    ...(verb === '' && { verb: 'Choose what to do' }),
  };
}
