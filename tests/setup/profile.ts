import type { Connection } from 'mongoose';

/** One entry of MongoDB's profile. */
interface Profiled {
  ns: string;
  planSummary: string;
  docsExamined: number;
  hasSortStage?: boolean;
}

/**
 * @param about the collections to look at. @returns which collections were asked meanwhile, and what MongoDB did to find
 * documents in them.
 */
export async function profile(connection: Connection, about: RegExp, work: () => Promise<unknown>) {
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
    await work();
    await db.setProfilingLevel('off');
    const entries = await db.collection<Profiled>('system.profile').find({ op: 'query' }).toArray();
    return {
      asked: asked.sort(),
      done: entries.filter(({ ns }) => isAbout(ns.slice(db.databaseName.length + 1))),
    };
  } finally {
    connection.set('debug', false);
    await db.setProfilingLevel('off');
    await db.collection('system.profile').drop();
  }
}
