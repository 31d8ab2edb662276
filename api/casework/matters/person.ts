import { unreadable } from '@claimdesk/forms/answers';
import type { Answers } from '@claimdesk/forms/definition';
import type { Reading } from '#api/platform/deps.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

/** Whose matter it is, as the contract, the account or staff said. Empty texts are not known. */
export interface MatterPerson {
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  /** Nine digits. */
  ssn: string;
  /** In one line. */
  address: string;
  phones: string[];
  email: string;
}

/** @returns whose matter it is; names read `unreadable` where that can't be decrypted, and the rest is not known. */
export async function openPerson(
  { _id, person }: Pick<Matter, '_id' | 'person'>,
  deps: Pick<Reading, 'keys' | 'log'>,
): Promise<MatterPerson> {
  const text = mattersCollection.read(await deps.keys.of(_id), _id, 'person', person, deps);
  if (text !== unreadable) return JSON.parse(text);
  const nothing = { dateOfBirth: '', ssn: '', address: '', phones: [], email: '' };
  return { firstName: unreadable, lastName: '', ...nothing };
}

/** @returns first and last name. */
export function nameOf({ firstName, lastName }: Pick<MatterPerson, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || 'No name';
}

/** @param answers of a contract, as they were asked. */
export function personOnContract(answers: Answers): MatterPerson {
  const text = (field: string) => String(answers[field] ?? '');
  const street = [text('street_address'), text('address_line_2')].filter(Boolean).join(', ');
  const place = [text('state'), text('zip_code')].filter(Boolean).join(' ');
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    dateOfBirth: text('date_of_birth'),
    ssn: text('ssn'),
    address: [street, text('urbanization'), text('city'), place].filter(Boolean).join(', '),
    phones: [text('phone')].filter(Boolean),
    email: text('email'),
  };
}
