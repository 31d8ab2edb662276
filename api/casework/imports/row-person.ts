import { staffForms } from '@claimdesk/forms/staff-forms';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { MatterPerson } from '#api/casework/matters/person.ts';
import { type Mapping, readPerson, readSaid } from './read-row.ts';
import type { Cell } from './read-table.ts';

/** @returns who a row is about, as a matter has it, or why no matter can be opened with it, in a sentence. */
export function personIn(cells: readonly Cell[], mapping: Mapping): MatterPerson | { problem: string } {
  const { digits, ssn, birth, name } = readPerson(cells, mapping);
  if (digits !== 'whole') return { problem: 'There is no whole Social Security number.' };
  if (birth === '') return { problem: 'There is no date of birth that we can read.' };
  const [firstName, lastName] = namesOf(name);
  if (!firstName || !lastName) return { problem: 'There is no first and last name.' };
  const answers = { first_name: firstName, last_name: lastName, date_of_birth: birth, ssn };
  const checked = validateAnswers(staffForms['matter-person'], answers);
  if (!checked.ok) return { problem: `${Object.values(checked.errors)[0]}.` };
  const said = readSaid(cells, mapping);
  if ('problem' in said) return said;
  return { firstName, lastName, dateOfBirth: birth, ssn, address: '', phones: [], email: '' };
}

/** @returns first and last name of `Doe, Jane A.` and of `Jane A. Doe Jr.`. Staff can correct them in the matter. */
function namesOf(name: string): [string, string] {
  const [before = '', after] = name.split(',').map((part) => part.trim());
  if (after && !isSuffix(after)) return [after, before];
  const words = before.split(/\s+/);
  const last = isSuffix(words.at(-1) ?? '') ? 2 : 1;
  return [words.slice(0, -last).join(' '), words.slice(-last).join(' ')];
}

function isSuffix(word: string): boolean {
  return /^(jr|sr|ii|iii|iv)\.?$/i.test(word);
}
