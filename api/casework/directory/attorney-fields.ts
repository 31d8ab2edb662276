import type { Attorney } from '@claimdesk/cms/types';
import type { Answers } from '@claimdesk/forms/definition';

/** What an entry of the directory says. The forms of staff and of applicants ask for it under the same names. */
export type AttorneyFields = Pick<
  Attorney,
  'name' | 'firm' | 'email' | 'phone' | 'city' | 'state' | 'years_experience' | 'specialties' | 'bio'
>;

/** @param answers validated ones; the directory validates each field again. @returns those fields and no others. */
export function attorneyOf(answers: Answers | AttorneyFields): AttorneyFields {
  const { name, firm, email, phone, city, state, years_experience, specialties, bio } = answers;
  const attorney = { name, firm, email, phone, city, state, years_experience, specialties, bio };
  return attorney as AttorneyFields;
}
