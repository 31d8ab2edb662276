import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { unreadable } from '@claimdesk/forms/answers';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { lockMatter } from './lock-matter.ts';
import { storedPerson } from './make-matter.ts';
import { type Matter, mattersCollection } from './matter.model.ts';
import { type MatterPerson, openPerson } from './person.ts';

/** What the form is filled in with, beside what the page shows. */
export interface EditablePerson extends Pick<MatterPerson, 'firstName' | 'lastName' | 'dateOfBirth'> {
  /** Tells the person from the same one after a change. */
  version: string;
}

type Stored = Pick<Matter, 'person' | 'contract' | 'client_id'>;

/** @returns null where the contract or the account says whose matter it is, and where it can't be decrypted. */
export function editablePerson(
  matter: Stored,
  { firstName, lastName, dateOfBirth }: MatterPerson,
): EditablePerson | null {
  if (isSaidElsewhere(matter) || firstName === unreadable) return null;
  return { firstName, lastName, dateOfBirth, version: versionOf(matter) };
}

function isSaidElsewhere({ contract, client_id }: Stored): boolean {
  return contract !== undefined || client_id !== undefined;
}

function versionOf({ person }: Stored): string {
  return createHash('sha256').update(person).digest('hex').slice(0, 24);
}

/**
 * Saves whose matter it is, with what finds it, unless somebody has saved that in between. A Social Security number that is left
 * out stays.
 *
 * @param version of the person that the form was opened with.
 * @throws DomainError `bad-input` with a sentence for each field; `conflict` when the person has changed since, can't be read, and in
 * the matter of a contract or of an account; `not-found`.
 */
export async function editPerson(
  { id, version, answers }: { id: string; version: string; answers: unknown },
  deps: Reading,
): Promise<void> {
  const said = requireValid(staffForms['matter-person'], answers);
  const text = (field: string) => String(said[field] ?? '');
  const model = mattersCollection.model(deps.portal);
  await inTransaction(deps.portal, async (session) => {
    const stored = await lockMatter(id, deps.portal, session);
    if (isSaidElsewhere(stored))
      throw new DomainError('conflict', 'The contract or the account says whose matter this is.');
    const before = await openPerson(stored, deps);
    if (before.firstName === unreadable)
      throw new DomainError('conflict', 'What is known of this person can’t be read any more.');
    const phones = [text('phone'), text('phone_2'), text('phone_3')].filter(Boolean);
    const person: MatterPerson = {
      ...{ firstName: text('first_name'), lastName: text('last_name') },
      ...{ dateOfBirth: text('date_of_birth'), ssn: text('ssn') || before.ssn, address: text('address') },
      ...{ phones: [...new Set(phones)], email: text('email') },
    };
    if (versionOf(stored) !== version) {
      // The same form, posted twice.
      if (isDeepStrictEqual(before, person)) return;
      throw new DomainError(
        'conflict',
        'Somebody saved this person after you opened the form. Nothing was changed, and what you typed is still here.',
      );
    }
    const ring = await deps.keys.for(id);
    await model.updateOne({ _id: id }, { $set: storedPerson(person, { _id: id, ring }, deps) }, { session });
  });
}
