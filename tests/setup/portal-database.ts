import mongoose from 'mongoose';
import { runningUris } from '../../scripts/mongod.ts';

/** Reads or changes the running site's portal database directly, for what a test cannot wait for or bring about. */
export async function withPortalDatabase<T>(work: (portal: mongoose.mongo.Db) => Promise<T>): Promise<T> {
  const uris = await runningUris(process.env.SITE_DATA_DIR ?? '');
  const client = await mongoose.mongo.MongoClient.connect(uris?.siteUri ?? '');
  try {
    return await work(client.db('portal'));
  } finally {
    await client.close();
  }
}
