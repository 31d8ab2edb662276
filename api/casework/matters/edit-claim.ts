import { createHash } from 'node:crypto';
import { staffForms } from '@claimdesk/forms/staff-forms';
import type { Benefit } from '#api/casework/duties/case-event.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { lockMatter } from './lock-matter.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

/** What a claim says beside what happened in it. Empty texts are not known. */
export interface ClaimDetails {
  /** The day since which the person says that they cannot work, YYYY-MM-DD. */
  onset: string;
  /** The last day on which they are insured for SSDI, YYYY-MM-DD. */
  insuredUntil: string;
  /** Of the agency, in one line. */
  office: string;
}

type Claim = Pick<Matter, '_id' | 'benefits' | 'claim'>;

/** @throws Error when it can't be decrypted. */
export function openClaim({ _id, claim }: Claim, ring: KeyRing): ClaimDetails {
  if (claim === undefined) return { onset: '', insuredUntil: '', office: '' };
  return JSON.parse(mattersCollection.decrypt(ring, _id, 'claim', claim));
}

/** @param ring of the other matter. @returns what is known of a claim, encrypted for another matter. */
export function claimAs(number: string, matter: Claim, old: KeyRing, ring: KeyRing): string {
  return mattersCollection.encrypt(ring, number, 'claim', JSON.stringify(openClaim(matter, old)));
}

/** @returns what tells a claim from the same one after a change. Events of the matter do not change it. */
export function claimVersion({ benefits, claim = '' }: Claim): string {
  const stored = JSON.stringify([benefits, claim]);
  return createHash('sha256').update(stored).digest('hex').slice(0, 24);
}

/**
 * Saves for which benefits a claim is, and its days and office, unless somebody has saved them in between.
 *
 * @param version of the claim that the form was opened with.
 * @throws DomainError `bad-input` with a sentence for each field; `conflict` when the claim has changed since; `not-found`.
 */
export async function editClaim(
  { id, version, answers }: { id: string; version: string; answers: unknown },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  const said = requireValid(staffForms['claim-facts'], answers);
  const text = (field: string) => String(said[field] ?? '');
  const details = { onset: text('onset'), insuredUntil: text('insured_until'), office: text('office') };
  const benefits = benefitFields.flatMap(([field, benefit]) => (said[field] === true ? [benefit] : []));
  const model = mattersCollection.model(portal);
  await inTransaction(portal, async (session) => {
    const stored = await lockMatter(id, portal, session);
    const ring = await keys.for(id);
    if (claimVersion(stored) !== version) {
      const before = JSON.stringify([stored.benefits, openClaim(stored, ring)]);
      // The same form, posted twice.
      if (before === JSON.stringify([benefits, details])) return;
      throw new DomainError(
        'conflict',
        'Somebody saved this claim after you opened the form. Nothing was changed, and what you typed is still here.',
      );
    }
    const claim = mattersCollection.encrypt(ring, id, 'claim', JSON.stringify(details));
    await model.updateOne({ _id: id }, { $set: { benefits, claim } }, { session });
  });
}

const benefitFields: readonly (readonly [string, Benefit])[] = [
  ['ssdi', 'SSDI'],
  ['ssi', 'SSI'],
  ['widowed', 'widow(er)'],
  ['adult_child', 'disabled adult child'],
];
