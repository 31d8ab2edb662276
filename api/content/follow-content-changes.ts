import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { type Log, placeOf } from '../log.ts';
import type { ContentCache } from './content-cache.ts';

/** A quiet stream answers at least this often; twice as long without an answer means that it is dead. */
const heartbeatMs = 10_000;
const longestBackOffMs = 30_000;

interface Options {
  portal: Connection;
  /** Name of the content database. */
  database: string;
  content: ContentCache;
  log: Log;
}

/**
 * Watches the content database and drops cached content the moment what it was made from changes: this is how a
 * published change is on the public pages at once, in every process, without a rebuild.
 *
 * Drafts and autosaves live in `_x_versions` collections, which nothing cached depends on.
 *
 * @returns a function that ends the watching.
 */
export function followContentChanges({ portal, database, content, log }: Options): () => Promise<void> {
  const db = portal.getClient().db(database);
  const stop = new AbortController();

  async function follow(): Promise<void> {
    let backOffMs = 250;
    while (!stop.signal.aborted) {
      const stream = db.watch([{ $project: { ns: 1, operationType: 1 } }], { maxAwaitTimeMS: heartbeatMs });
      try {
        // Opened first, emptied second: what changed while nobody watched is not missed.
        await withinHeartbeat(stream.tryNext(), stop.signal);
        content.forget();
        backOffMs = 250;
        await drop(stream);
      } catch (error) {
        if (stop.signal.aborted) break;
        log.warn('content changes lost', { error: placeOf(error) });
        content.forget();
        await wait(backOffMs, undefined, { signal: stop.signal }).catch(() => {});
        backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
      } finally {
        await stream.close().catch(() => {});
      }
    }
  }

  async function drop(stream: mongo.ChangeStream): Promise<void> {
    while (!stop.signal.aborted) {
      const change = await withinHeartbeat(stream.tryNext(), stop.signal);
      if (!change) continue;
      if ('ns' in change && 'coll' in change.ns) content.forget(change.ns.coll);
      else content.forget();
    }
  }

  const following = follow();
  return async () => {
    stop.abort();
    await following;
  };
}

async function withinHeartbeat<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const silence = new AbortController();
  const tooLong = wait(heartbeatMs * 2, undefined, { signal: AbortSignal.any([signal, silence.signal]) });
  try {
    return await Promise.race([
      answer,
      tooLong.then(() => {
        throw new Error('The change stream fell silent.');
      }),
    ]);
  } finally {
    silence.abort();
    tooLong.catch(() => {});
    answer.catch(() => {});
  }
}
