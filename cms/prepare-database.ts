import type { Payload } from 'payload';
import { mongooseOf } from './mongoose-of.ts';

/**
 * Creates every collection and index of the content database, one after the other, before the first write: a
 * transaction that meets an index build fails with a write conflict. Repeating it is harmless, and two
 * processes may do it at once. Throws when the database cannot run transactions.
 */
export async function prepareDatabase(payload: Payload): Promise<void> {
  const database = mongooseOf(payload);
  if (!database.transactionOptions) {
    throw new Error(
      'The CMS cannot start: MONGODB_URI must name a replica set (?replicaSet=...), else changes are not made as a whole.',
    );
  }
  const models = [
    ...Object.values(database.collections),
    database.globals,
    ...Object.values(database.versions),
  ];
  for (const model of models) {
    await model.createCollection();
    await model.ensureIndexes();
  }
  // Staff read attorneys by name, page by page, also those of a state or of a search. Payload's own indexes can't end in the id, which tells namesakes apart.
  const byName = { nameKey: 1, _id: 1 } as const;
  const ofState = { state: 1, ...byName } as const;
  for (const index of [byName, ofState, { search: 1, ...byName }, { search: 1, ...ofState }] as const)
    await database.collections.attorneys?.collection.createIndex(index);
}
