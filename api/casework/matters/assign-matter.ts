import { type Connection, type mongo, trusted } from 'mongoose';
import { changedOwner, requireOwner } from '#api/accounts/staff/owners.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { mattersCollection } from './matter.model.ts';

/**
 * Gives a matter to somebody, with everything that is still to be done in it.
 *
 * @param assigned `owner`: null for nobody; `seen`: whose it was as it was shown. @throws DomainError `not-found`; `bad-input` for
 * somebody who cannot do it; `conflict` when it has got another owner than the one that was seen.
 */
export async function assignMatter(
  { id, owner, seen }: { id: string; owner: string | null; seen: string | null },
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  await requireOwner(owner, portal);
  await inTransaction(portal, async (session) => {
    const { matchedCount } = await mattersCollection
      .model(portal)
      .updateOne(
        { _id: id, owner: trusted({ $in: [seen, owner] }) },
        { $set: { owner }, $inc: { changes: 1 } },
        { session },
      );
    if (matchedCount === 0) throw await changedMeanwhile(id, portal, session);
    const open = { matter: id, state: 'open' } as const;
    await dutiesCollection.model(portal).updateMany(open, { $set: { owner } }, { session });
  });
}

async function changedMeanwhile(
  _id: string,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<DomainError> {
  const found = await mattersCollection.model(portal).findOne({ _id }, { owner: 1 }).session(session).lean();
  if (!found) return new DomainError('not-found', 'This matter was not found.');
  return changedOwner(found.owner, 'matter', portal);
}
