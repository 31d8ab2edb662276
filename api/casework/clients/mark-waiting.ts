import type { mongo } from 'mongoose';
import { type Client, clientModel, clientSessionLimits } from '#api/accounts/clients/client.model.ts';
import { agencyNoticeModel, agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import { forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RepeatedJob, repeat } from '#api/platform/repeat.ts';
import { clientDocumentModel, clientDocumentsCollection } from './client-document.model.ts';
import { correctSigners } from './mark-signers.ts';

/** How long a mark can be wrong after a process of an earlier version, which writes no marks, ran beside this one. */
const everyMs = 60 * 60_000;

type Portal = Pick<Deps, 'portal'>;

/**
 * Stores on the account how long its client has been waiting for staff: with unread documents, and with a new address to report
 * to Social Security. Call it in the transaction that changes one of them; the transaction restarts if a concurrent one about the
 * same client commits first.
 *
 * @param client the id. Nothing changes if the account has ended.
 */
export async function markWaiting(
  client: string,
  { portal }: Portal,
  session: mongo.ClientSession,
): Promise<void> {
  const document = await clientDocumentModel(portal)
    .findOne({ client_id: client, unread: true }, { at: 1 }, { session })
    .sort({ at: 1 })
    .lean();
  const notice = await agencyNoticeModel(portal)
    .findOne({ client_id: client, sent_at: null }, { made_at: 1 }, { session })
    .lean();
  const since = { unread_since: document?.at, notice_since: notice?.made_at };
  const known = Object.entries(since);
  await clientModel(portal).updateOne(
    { _id: client },
    {
      $inc: { waiting_changes: 1 },
      $set: Object.fromEntries(known.filter(([, at]) => at !== undefined)),
      $unset: Object.fromEntries(known.filter(([, at]) => at === undefined).map(([field]) => [field, 1])),
    },
    { session },
  );
}

/**
 * Corrects the marks of all clients who have one or should have one. It can be interrupted at any point, run in any number of
 * processes, and run while documents and notices change.
 */
export async function correctWaiting({ portal }: Portal, signal?: AbortSignal): Promise<void> {
  const database = portal.getClient().db(portal.name);
  const isMarked = (['unread_since', 'notice_since'] as const).map((mark) => ({
    [mark]: { $exists: true },
    // Names all values, so that the index of the marks is used.
    identity_status: { $in: ['verified', 'unverified'] as const },
  }));
  const waiting = [
    // Through its index MongoDB reads one key per client, however many documents the client has.
    database
      .collection(clientDocumentsCollection)
      .aggregate<{ _id: string }>([
        { $match: { unread: true } },
        { $sort: { client_id: 1, at: 1 } },
        { $group: { _id: '$client_id' } },
      ]),
    database
      .collection(agencyNoticesCollection)
      .aggregate<{ _id: string }>([{ $match: { sent_at: null } }, { $project: { _id: '$client_id' } }]),
    database
      .collection<Client>(clientSessionLimits.users)
      .find({ $or: isMarked }, { projection: { _id: 1 } }),
  ];
  for (const found of waiting)
    await forEachBatch(
      found,
      (clients) =>
        correctSome(
          clients.map(({ _id }) => _id),
          { portal },
        ),
      signal,
    );
}

async function correctSome(ids: readonly string[], { portal }: Portal): Promise<void> {
  const oldest = (from: string, field: string, condition: object) => ({
    $lookup: {
      from,
      localField: '_id',
      foreignField: 'client_id',
      pipeline: [
        { $match: condition },
        { $sort: { [field]: 1 } },
        { $limit: 1 },
        { $project: { [field]: 1 } },
      ],
      as: field,
    },
  });
  const differs = (mark: keyof Client, since: string) => ({
    $ne: [{ $ifNull: [`$${mark}`, null] }, { $ifNull: [{ $first: `$${since}` }, null] }],
  });
  const wrong = await portal
    .collection<Client>(clientSessionLimits.users)
    .aggregate<Pick<Client, '_id'>>([
      { $match: { _id: { $in: ids } } },
      oldest(clientDocumentsCollection, 'at', { unread: true }),
      oldest(agencyNoticesCollection, 'made_at', { sent_at: null }),
      {
        $match: {
          $expr: { $or: [differs('unread_since', 'at.at'), differs('notice_since', 'made_at.made_at')] },
        },
      },
      { $project: { _id: 1 } },
    ])
    .toArray();
  for (const { _id } of wrong)
    await inTransaction(portal, (session) => markWaiting(_id, { portal }, session));
}

/**
 * Marks existing accounts. The previous version has no marks: it searches all documents and notices instead. What it changes
 * while this version starts is marked by the job.
 */
export const markWaitingClients: Migration = {
  id: '2026-11-25-mark-waiting-clients',
  run: ({ portal }) => correctWaiting({ portal }),
};

/** Corrects the marks of accounts in the background, once started. */
export function correctMarksWhenDue(deps: Pick<Deps, 'portal' | 'log'>): RepeatedJob {
  const work = async (signal: AbortSignal) => {
    await correctSigners(deps, signal);
    await correctWaiting(deps, signal);
  };
  return repeat(work, {
    everyMs,
    onError: (error) => deps.log.warn('marks of accounts not corrected', { error: errorLocation(error) }),
  });
}
