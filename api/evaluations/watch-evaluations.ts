import { EventEmitter, on } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { type Log, placeOf } from '../log.ts';

export interface EvaluationChanges {
  /** Yields the id of every evaluation that arrives or changes, from any process, until the signal ends it. */
  follow(signal: AbortSignal): AsyncIterable<string>;
  stop(): Promise<void>;
}

const longestBackOffMs = 30_000;

/** One change stream a process, however many staff screens listen. */
export function watchEvaluations({ portal, log }: { portal: Connection; log: Log }): EvaluationChanges {
  const changes = new EventEmitter().setMaxListeners(0);
  const stop = new AbortController();
  const collection = portal.getClient().db(portal.name).collection('case_evaluations');

  async function watch(): Promise<void> {
    let backOffMs = 250;
    while (!stop.signal.aborted) {
      const stream = collection.watch([{ $project: { documentKey: 1, operationType: 1 } }]);
      const close = () => void stream.close().catch(() => {});
      stop.signal.addEventListener('abort', close);
      try {
        for await (const change of stream) {
          backOffMs = 250;
          if ('documentKey' in change) changes.emit('change', String(change.documentKey._id));
        }
      } catch (error) {
        if (!stop.signal.aborted) log.warn('evaluation changes lost', { error: placeOf(error) });
      } finally {
        stop.signal.removeEventListener('abort', close);
        close();
      }
      if (stop.signal.aborted) return;
      // Something may have arrived meanwhile, so whoever listens reads its list again.
      changes.emit('change', 'unknown');
      await wait(backOffMs, undefined, { signal: stop.signal }).catch(() => {});
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
    }
  }

  const watching = watch();
  return {
    async *follow(signal) {
      const until = AbortSignal.any([signal, stop.signal]);
      try {
        for await (const [id] of on(changes, 'change', { signal: until })) yield String(id);
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
