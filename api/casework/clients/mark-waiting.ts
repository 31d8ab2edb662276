import type { mongo } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { clientDocumentsCollection } from './client-document.model.ts';

/**
 * Stores on the account how long its client has been waiting for staff: with unread documents, and with a new address to report
 * to Social Security. Call it in the transaction that changes one of them; the transaction restarts if a concurrent one about the
 * same client commits first.
 *
 * @param client the id. Nothing changes if the account has ended.
 */
export async function markWaiting(
  client: string,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  const document = await clientDocumentsCollection
    .model(portal)
    .findOne({ client_id: client, unread: true }, { at: 1 }, { session })
    .sort({ at: 1 })
    .lean();
  const notice = await agencyNoticesCollection
    .model(portal)
    .findOne({ client_id: client, sent_at: null }, { made_at: 1 }, { session })
    .lean();
  const since = { unread_since: document?.at, notice_since: notice?.made_at };
  const known = Object.entries(since);
  await clientsCollection.model(portal).updateOne(
    { _id: client },
    {
      $inc: { waiting_changes: 1 },
      $set: Object.fromEntries(known.filter(([, at]) => at !== undefined)),
      $unset: Object.fromEntries(known.filter(([, at]) => at === undefined).map(([field]) => [field, 1])),
    },
    { session },
  );
}
