import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { addressLines } from '@claimdesk/forms/postal-address';
import type { ProfileKind } from './profile-kinds.ts';

/** Each answer in words, by its field; nothing for what was left out. */
export type ShownAnswers = Partial<Record<string, string>>;

export function shownAnswers(definition: FormDefinition, answers: Answers): ShownAnswers {
  const presented = presentAnswers(definition, answers, { missing: '', audience: 'staff' });
  const shown = Object.fromEntries(presented.map(({ field, value }) => [field, value || undefined]));
  // A list of states would be read as words; on an envelope it is the two letters.
  return { ...shown, ...(answers.state ? { state: String(answers.state) } : {}) };
}

/**
 * @param facility the name of a treatment's.
 * @returns what an entry says, in lines of plain text: what staff read, and what the ledger of consents keeps.
 */
export function entryText(kind: ProfileKind, shown: ShownAnswers, facility?: string): string {
  return linesOf(kind, shown, facility).filter(Boolean).join('\n');
}

function linesOf(kind: ProfileKind, shown: ShownAnswers, facility?: string): (string | undefined)[] {
  switch (kind) {
    case 'mailing-address':
      return addressLines(shown);
    case 'phone-number':
      return [shown.phone_number];
    case 'email-address':
      return [shown.email];
    case 'emergency-contact':
      return [shown.contact_name, shown.relationship, shown.phone_number];
    case 'medical-facility':
      return [shown.facility_name, ...addressLines(shown)];
    case 'medical-treatment':
      return [shown.visit_date, shown.reason, facility, shown.doctor_name && `Dr. ${shown.doctor_name}`];
  }
}
