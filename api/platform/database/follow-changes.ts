import { setTimeout as wait } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { changesHeard } from '#api/platform/metrics.ts';

/** An idle stream responds at least this often; no response for twice as long means that it is dead. */
const heartbeatMs = 10_000;
const firstBackOffMs = 250;
const maxBackOffMs = 30_000;

interface Options {
  /** Who follows them, for an operator. */
  name: string;
  database: mongo.Db;
  /** Aggregation stages that select and shorten the changes. */
  pipeline: object[];
  onChange(change: mongo.ChangeStreamDocument): void;
  /** Changes may have been missed: the stream was opened, at first or again, or it was lost. */
  onGap(): void;
  onError(error: unknown): void;
}

/**
 * Follows the changes of a database. When the stream is lost or silent, it opens another one after 250 ms, then after
 * twice as long each time, up to half a minute.
 *
 * @returns a function that ends it, and resolves once the stream is closed.
 */
export function followChanges(options: Options): () => Promise<void> {
  const { name, database, pipeline, onChange, onGap, onError } = options;
  let stopped = false;
  let waiting = new AbortController();

  /** Waits, but not longer than until the following ends. @throws an AbortError when it does. */
  function pause(ms: number): Promise<void> {
    if (!stopped) waiting = new AbortController();
    return wait(ms, undefined, { signal: waiting.signal });
  }

  /** @returns the next change, null if none came for a while. @throws Error when the server does not respond. */
  async function next(stream: mongo.ChangeStream): Promise<mongo.ChangeStreamDocument | null> {
    const change = stream.tryNext();
    const silence = pause(heartbeatMs * 2).then(() => {
      throw new Error('The change stream fell silent.');
    });
    try {
      return await Promise.race([change, silence]);
    } finally {
      waiting.abort();
      for (const loser of [change, silence]) loser.catch(() => {});
    }
  }

  async function follow(): Promise<void> {
    let backOffMs = firstBackOffMs;
    while (!stopped) {
      const stream = database.watch(pipeline, { maxAwaitTimeMS: heartbeatMs });
      // The server's first response: what changes from here on is heard of.
      stream.once('resumeTokenChanged', () => {
        backOffMs = firstBackOffMs;
        onGap();
      });
      try {
        while (!stopped) {
          const change = await next(stream);
          changesHeard.setToCurrentTime({ follower: name });
          if (change) onChange(change);
          // As when the database was dropped: from now on it would return null at once, for ever.
          if (stream.closed) throw new Error('The server ended the change stream.');
        }
      } catch (error) {
        if (stopped) break;
        onError(error);
        onGap();
        await pause(backOffMs).catch(() => {});
        backOffMs = Math.min(backOffMs * 2, maxBackOffMs);
      } finally {
        await stream.close().catch(() => {});
      }
    }
  }

  const following = follow();
  return async () => {
    stopped = true;
    waiting.abort();
    await following;
  };
}
