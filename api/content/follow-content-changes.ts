import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { errorLocation, type Log } from '#api/platform/log.ts';
import type { ContentCache } from './content-cache.ts';

/** An idle stream responds at least this often; no response for twice as long means that it is dead. */
const heartbeatMs = 10_000;
const maxBackOffMs = 30_000;

interface Options {
  portal: Connection;
  /** Name of the content database. */
  database: string;
  content: ContentCache;
  log: Log;
}

/**
 * Watches the content database and invalidates cached content as soon as its sources change, so that a published change
 * appears on the public pages at once, in every process, without a rebuild.
 *
 * Drafts and autosaves live in `_x_versions` collections, which nothing cached depends on.
 *
 * @returns a function that stops watching.
 */
export function followContentChanges({ portal, database, content, log }: Options): () => Promise<void> {
  const db = portal.getClient().db(database);
  const stop = new AbortController();

  async function follow(): Promise<void> {
    let backOffMs = 250;
    while (!stop.signal.aborted) {
      const stream = db.watch([{ $project: { ns: 1, operationType: 1 } }], { maxAwaitTimeMS: heartbeatMs });
      try {
        // Invalidate only after the stream is open, so that changes made while nobody watched are not missed.
        await withinHeartbeat(stream.tryNext(), stop.signal);
        content.forget();
        backOffMs = 250;
        await invalidate(stream);
      } catch (error) {
        if (stop.signal.aborted) break;
        log.warn('content changes lost', { error: errorLocation(error) });
        content.forget();
        await wait(backOffMs, undefined, { signal: stop.signal }).catch(() => {});
        backOffMs = Math.min(backOffMs * 2, maxBackOffMs);
      } finally {
        await stream.close().catch(() => {});
      }
    }
  }

  async function invalidate(stream: mongo.ChangeStream): Promise<void> {
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
