import type { Connection, mongo } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { forgetAttemptsAt } from '#api/casework/attempts/attempt.model.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
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
  if (!matter) return;
  const own = { matter: matter._id };
  await eventsCollection.remove(portal, own, session);
  await dutiesCollection.remove(portal, own, session);
  await forgetAttemptsAt(matter._id, { portal, session });
  await mattersCollection.remove(portal, { _id: matter._id as never }, session);
}

/** Deletes the matters of accounts that have ended, as what else belongs to them. Those of contracts stay. @returns how many. */
export async function purgeEndedMatters({ portal }: { portal: Connection }): Promise<number> {
  const ended = await listEndedClients(mattersCollection.name, portal);
  for (const client_id of ended)
    await inTransaction(portal, (session) => removeMatterOf({ client_id }, portal, session));
  return ended.length;
}
