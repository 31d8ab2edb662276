import { EventEmitter, on } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { errorLocation, type Log } from '#api/platform/log.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** A submission that arrived or changed. */
export interface Change {
  kind: SubmissionKind['name'] | 'unknown';
  id: string;
}

/** Changes may have been missed. */
export const unknownChange: Change = { kind: 'unknown', id: 'unknown' };

export interface SubmissionChanges {
  /** Yields every submission that arrives or changes, from any process, until the signal ends it. */
  follow(signal: AbortSignal): AsyncIterable<Change>;
  stop(): Promise<void>;
}

interface Options {
  portal: Connection;
  kinds: readonly SubmissionKind[];
  log: Log;
}

const maxBackOffMs = 30_000;

/** One change stream per process, however many staff pages listen. */
export function watchSubmissions({ portal, kinds, log }: Options): SubmissionChanges {
  const changes = new EventEmitter().setMaxListeners(0);
  const stop = new AbortController();
  const names = new Map(kinds.map(({ collection, name }) => [collection, name]));
  const db = portal.getClient().db(portal.name);
  const only = [
    { $match: { 'ns.coll': { $in: [...names.keys()] } } },
    { $project: { documentKey: 1, operationType: 1, ns: 1 } },
  ];

  function notify(change: mongo.ChangeStreamDocument): void {
    if (!('documentKey' in change)) return;
    const kind = names.get(change.ns.coll) ?? 'unknown';
    changes.emit('change', { kind, id: String(change.documentKey._id) } satisfies Change);
  }

  async function watch(): Promise<void> {
    let backOffMs = 250;
    while (!stop.signal.aborted) {
      const stream = db.watch(only);
      const close = () => void stream.close().catch(() => {});
      stop.signal.addEventListener('abort', close);
      try {
        for await (const change of stream) {
          backOffMs = 250;
          notify(change);
        }
      } catch (error) {
        if (!stop.signal.aborted) log.warn('submission changes lost', { error: errorLocation(error) });
      } finally {
        stop.signal.removeEventListener('abort', close);
        close();
      }
      if (stop.signal.aborted) return;
      // Changes may have been missed meanwhile, so listeners reload.
      changes.emit('change', unknownChange);
      await wait(backOffMs, undefined, { signal: stop.signal }).catch(() => {});
      backOffMs = Math.min(backOffMs * 2, maxBackOffMs);
    }
  }

  const watching = watch();
  return {
    async *follow(signal) {
      const until = AbortSignal.any([signal, stop.signal]);
      try {
        for await (const [change] of on(changes, 'change', { signal: until })) yield change as Change;
      } catch (error) {
        if (!until.aborted) throw error;
      }
    },
    async stop() {
      stop.abort();
      await watching;
    },
  };
}
