import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { mattersCollection } from './matter.model.ts';
import { listOwners } from './owners.ts';

/**
 * Gives a matter to somebody, with everything that is still to be done in it.
 *
 * @param assigned.owner null for nobody. @throws DomainError `not-found`; `bad-input` for somebody who cannot do it.
 */
export async function assignMatter(
  { id, owner }: { id: string; owner: string | null },
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  if (owner !== null && !(await listOwners(portal)).some((each) => each.id === owner)) {
    const text = 'Choose somebody who can log in and change records.';
    throw new DomainError('bad-input', text, { fields: { owner: text } });
  }
  await inTransaction(portal, async (session) => {
    const { matchedCount } = await mattersCollection
      .model(portal)
      .updateOne({ _id: id }, { $set: { owner }, $inc: { changes: 1 } }, { session });
    if (matchedCount === 0) throw new DomainError('not-found', 'This matter was not found.');
    const open = { matter: id, state: 'open' } as const;
    await dutiesCollection.model(portal).updateMany(open, { $set: { owner } }, { session });
  });
}
