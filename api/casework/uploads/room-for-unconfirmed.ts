import { type PipelineStage, trusted } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { clientDocumentsCollection, unconfirmedIndex } from '#api/casework/clients/client-document.model.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { unconfirmedUploadsIndex, uploadsCollection } from './upload.model.ts';

const megabyte = 1024 * 1024;
/** What a file counts at least: its row, its key and its entries cost something too. So their number has a bound as well. */
const leastBytes = 64 * 1024;
/** One account may use a twentieth, so that none fills all of it by itself. */
const accounts = 20;

const text =
  'There is no room for more files from an account that is not confirmed. Call us, and we confirm yours: then send this one. What you have sent before is safe';

type Dependencies = Pick<Deps, 'portal' | 'settings'>;

/** Marks what an account sends that staff have not confirmed; spread it into a row. */
export function markUnconfirmed({ isConfirmed }: { isConfirmed: boolean }): { unconfirmed?: true } {
  return isConfirmed ? {} : { unconfirmed: true };
}

/**
 * Anybody can make an account and send files to it, so what all unconfirmed accounts keep here has a bound: stored documents, with
 * the pictures of their pages, and uploads with the size that was announced. A confirmed client is never asked.
 *
 * Call it once the row of the file is stored: of several at once, each counts the others.
 *
 * @throws DomainError `too-many` when there is no room for this file. Its row has to be deleted then.
 */
export async function requireRoom(client: string, deps: Dependencies): Promise<void> {
  const most = deps.settings.UNCONFIRMED_UPLOADS_MB * megabyte;
  const isRoom = async () => {
    const { all, own } = await countUnconfirmed(client, deps);
    return all <= most && own <= most / accounts;
  };
  if (await isRoom()) return;
  await forgetConfirmed(deps);
  if (!(await isRoom())) throw new DomainError('too-many', text, { fields: { file: text } });
}

/** @returns the bytes that all unconfirmed accounts use, and those of one of them. */
export async function countUnconfirmed(
  client: string | null,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Sum> {
  const ofDocuments = clientDocumentsCollection
    .model(portal)
    .aggregate<Sum>(sumOf(['uploading', 'stored'], client))
    .hint(unconfirmedIndex);
  const ofUploads = uploadsCollection
    .model(portal)
    .aggregate<Sum>(sumOf(['arriving', 'arrived'], client))
    .hint(unconfirmedUploadsIndex);
  const [[documents = none], [uploads = none]] = await Promise.all([ofDocuments, ofUploads]);
  return { all: documents.all + uploads.all, own: documents.own + uploads.own };
}

interface Sum {
  all: number;
  own: number;
}
const none: Sum = { all: 0, own: 0 };

/** Its index has to be named: MongoDB may take that of all stored documents. */
function sumOf(states: string[], client: string | null): PipelineStage[] {
  const bytes = { $add: [{ $max: ['$size', leastBytes] }, { $ifNull: ['$copy.size', 0] }] };
  const own = { $cond: [{ $eq: ['$client_id', client] }, bytes, 0] };
  return [
    { $match: { unconfirmed: true, state: { $in: states } } },
    { $group: { _id: null, all: { $sum: bytes }, own: { $sum: own } } },
  ];
}

/** Frees what the clients have sent whose accounts were confirmed since. It is asked for only when there is no room. */
async function forgetConfirmed({ portal }: Pick<Deps, 'portal'>): Promise<void> {
  for (const { name } of [clientDocumentsCollection, uploadsCollection]) {
    const sent = portal.collection<{ client_id: string; unconfirmed?: true }>(name);
    const senders = await sent.distinct('client_id', { unconfirmed: true });
    const confirmed = await clientsCollection
      .model(portal)
      .distinct('_id', { _id: trusted({ $in: senders }), identity_status: 'verified' });
    await sent.updateMany(
      { unconfirmed: true, client_id: { $in: confirmed } },
      { $unset: { unconfirmed: '' } },
    );
  }
}

/** Earlier versions did not mark what unconfirmed accounts sent. */
export const markedUnconfirmed: Migration = {
  id: '2026-11-28-unconfirmed-uploads',
  async run({ portal }) {
    const sent = {
      [clientDocumentsCollection.name]: { receipt: { $exists: true } },
      [uploadsCollection.name]: {},
    };
    const accounts = clientsCollection
      .rows<{ _id: string }>(portal)
      .find({ identity_status: 'unverified' }, { projection: { _id: 1 }, batchSize });
    await forEachBatch(accounts, async (batch) => {
      const client_id = { $in: batch.map(({ _id }) => _id) };
      for (const [name, filter] of Object.entries(sent))
        await portal.collection(name).updateMany({ ...filter, client_id }, { $set: { unconfirmed: true } });
    });
  },
};
