import mongoose from 'mongoose';
import { runningUris } from '../../scripts/mongod.ts';

/** Puts two failed emails into the running site's outbox, one to be retried and one given up. @returns a function that removes them. */
export async function putFailedEmails(): Promise<() => Promise<void>> {
  const uris = await runningUris(process.env.SITE_DATA_DIR ?? '');
  const client = await mongoose.mongo.MongoClient.connect(uris?.siteUri ?? '');
  const outbox = client.db('portal').collection('outbox');
  const row = { letter: 'v1.k1.no.real.letter', attempts: 3, created_at: new Date() };
  const { insertedIds } = await outbox.insertMany([
    {
      ...row,
      kind: 'evaluation-received',
      state: 'queued',
      fault: 'no-connection',
      due_at: new Date(Date.now() + 3_600_000),
    },
    {
      ...row,
      kind: 'resume-link',
      state: 'dead',
      fault: 'recipient-refused',
      due_at: new Date(),
      dead_at: new Date(),
    },
  ]);
  return async () => {
    await outbox.deleteMany({ _id: { $in: Object.values(insertedIds) } });
    await client.close();
  };
}
