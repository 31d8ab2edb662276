import type { Connection, mongo } from 'mongoose';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';
import { type EncryptedCollection, encryptedCollections, type Row } from './encrypted-fields.ts';

const batchSize = 500;

/** What people sent and the accounts of clients could not be searched; now each has tokens by which staff find it. */
export const fillSearchTokens: Migration = { id: '2026-11-23-search-tokens', run: fillAll };

/** Clients could not be found by the phone numbers and email addresses that they entered themselves. */
export const fillEntrySearchTokens: Migration = { id: '2026-11-23-entry-search-tokens', run: fillAll };

/** Only rows without tokens get them, so it can be interrupted, and several sites may do it at once. */
async function fillAll({ portal, keys }: Parameters<Migration['run']>[0]): Promise<void> {
  for (const target of encryptedCollections) await fill(target, portal, keys);
}

async function fill({ collection: name, searchable }: EncryptedCollection, portal: Connection, keys: Keys) {
  if (!searchable) return;
  const collection = portal.getClient().db(portal.name).collection<Row>(name);
  const without = { search_tokens: { $exists: false } };
  let batch: mongo.AnyBulkWriteOperation<Row>[] = [];
  const flush = async () => {
    if (batch.length > 0) await collection.bulkWrite(batch, { ordered: false });
    batch = [];
  };
  for await (const row of collection.find(without, { batchSize })) {
    const search_tokens = searchTokens(keys.lookups, name, await searchable(row as Row, { portal, keys }));
    // The version before may still change names, but writes no tokens.
    batch.push({
      updateOne: { filter: { _id: row._id, ...without } as never, update: { $set: { search_tokens } } },
    });
    if (batch.length === batchSize) await flush();
  }
  await flush();
}
