import type { Connection } from 'mongoose';

/** One entry of MongoDB's profile. */
interface Operation {
  op: string;
  ns: string;
  planSummary: string;
  docsExamined: number;
  keysExamined: number;
  nreturned: number;
  hasSortStage?: boolean;
}

/**
 * @param about the collections to look at.
 * @returns what `work` answers, what was asked of these collections meanwhile, and what MongoDB did in them, with the queries
 * apart.
 */
export async function profile<T>(connection: Connection, about: RegExp, work: () => Promise<T>) {
  const { db } = connection;
  if (!db) throw new Error('The database is not open.');
  const asked: string[] = [];
  const isAbout = (collection: string) => about.test(collection);
  // Where queries at once have to make it, MongoDB leaves some of them out.
  await db.createCollection('system.profile', { capped: true, size: 2 ** 24 });
  try {
    connection.set('debug', (collection: string, method: string) => {
      if (isAbout(collection)) asked.push(`${collection} ${method}`);
    });
    await db.setProfilingLevel('all');
    const answer = await work();
    await db.setProfilingLevel('off');
    const entries = await db.collection<Operation>('system.profile').find().toArray();
    const operations = entries.filter(({ ns }) => isAbout(ns.slice(db.databaseName.length + 1)));
    return {
      answer,
      asked: asked.sort(),
      operations,
      queries: operations.filter(({ op }) => op === 'query'),
    };
  } finally {
    connection.set('debug', false);
    await db.setProfilingLevel('off');
    // The next file of this worker uses the same database.
    await db.collection('system.profile').drop();
  }
}
