import type { Payload } from 'payload';

/**
 * Increase it with every correction of the seed's texts that existing databases should get. Beside it,
 * `earlier-texts.json` gets the fingerprints of what the texts were.
 */
export const seedVersion = 1;

/** Where a database records the version of its texts. */
export const seedVersionCollection = 'seed_versions';

export async function noteSeedVersion({ db }: Payload): Promise<void> {
  const { connection } = db as unknown as { connection: import('mongoose').Connection };
  await connection
    .collection<{ _id: string; version: number }>(seedVersionCollection)
    .updateOne({ _id: 'texts' }, { $set: { version: seedVersion } }, { upsert: true });
}
