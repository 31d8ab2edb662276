import type { Connection, mongo } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { forgetAttemptsAt } from '#api/casework/attempts/attempt.model.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { recordRemoval } from '#api/casework/removals/record-removal.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

/**
 * Deletes the matter of a contract or of an account that is being deleted for good, with its events, duties and calls, in the caller's
 * transaction.
 */
export async function removeMatterOf(
  owner: Required<Pick<Matter, 'contract'>> | Required<Pick<Matter, 'client_id'>>,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<void> {
  const matter = await mattersCollection.model(portal).findOne(owner, { _id: 1 }).session(session).lean();
  if (matter) await removeAll(matter._id, portal, session);
}

/** Deletes a matter with its events, duties and calls, in the caller's transaction. */
export async function removeAll(
  number: string,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<void> {
  const own = { matter: number };
  await eventsCollection.remove(portal, own, session);
  await dutiesCollection.remove(portal, own, session);
  await forgetAttemptsAt(number, { portal, session });
  await mattersCollection.remove(portal, { _id: number as never }, session);
}

/**
 * Deletes a matter for good that was opened by mistake, or whose person asks for it. What a contract or an account has made
 * ends with that instead.
 *
 * @throws DomainError `not-found`; `conflict` for the matter of a contract or of an account.
 */
export async function removeMatter(
  { id, reason }: { id: string; reason: string },
  { deps, staff: { userId: staff } }: { deps: Reading; staff: { userId: string } },
): Promise<void> {
  const { portal, log } = deps;
  await inTransaction(portal, async (session) => {
    const matter = await mattersCollection
      .model(portal)
      .findOne({ _id: id }, { contract: 1, client_id: 1 })
      .session(session)
      .lean<Pick<Matter, '_id' | 'contract' | 'client_id'>>();
    if (!matter) throw new DomainError('not-found', 'This matter was not found.');
    if (matter.contract || matter.client_id !== undefined)
      throw new DomainError(
        'conflict',
        'A matter is kept while its contract or its account is there. It is deleted together with that.',
      );
    await removeAll(id, portal, session);
    await recordRemoval(
      { kind: 'matters', record: { _id: id, reference: id }, reason, staff },
      deps,
      session,
    );
  });
  log.info('matter removed', { staff });
}

/** Deletes the matters of accounts that have ended, as what else belongs to them. Those of contracts stay. @returns how many. */
export async function purgeEndedMatters({ portal }: { portal: Connection }): Promise<number> {
  const ended = await listEndedClients(mattersCollection.name, portal);
  for (const client_id of ended)
    await inTransaction(portal, (session) => removeMatterOf({ client_id }, portal, session));
  return ended.length;
}
