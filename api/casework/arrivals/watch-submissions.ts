import { EventEmitter, on } from 'node:events';
import type { Connection } from 'mongoose';
import { clientSessionLimits } from '#api/accounts/clients/client.model.ts';
import { listedContracts } from '#api/casework/contracts/contract.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { followChanges } from '#api/platform/database/follow-changes.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';

/** A submission that arrived or changed, or a contract or account that is new. */
export interface Change {
  kind: SubmissionKind['name'] | Arrival | 'unknown';
  id: string;
}

/** What is listed but not decided on, by the collection that it arrives in. Later changes are not announced. */
const arrivals = {
  [listedContracts.collection]: 'contracts',
  [clientSessionLimits.users]: 'clients',
} as const;
type Arrival = (typeof arrivals)[keyof typeof arrivals];

/** Changes may have been missed. */
export const unknownChange: Change = { kind: 'unknown', id: 'unknown' };

export interface SubmissionChanges {
  /** Yields every such change, from any process, until the signal ends it. */
  follow(signal: AbortSignal): AsyncIterable<Change>;
  stop(): Promise<void>;
}

interface Options {
  portal: Connection;
  kinds: readonly SubmissionKind[];
  log: Log;
}

/** One change stream per process, however many staff pages listen. */
export function watchSubmissions({ portal, kinds, log }: Options): SubmissionChanges {
  const changes = new EventEmitter().setMaxListeners(0);
  const stopped = new AbortController();
  const names = new Map<string, Change['kind']>([
    ...kinds.map(({ collection, name }) => [collection.name, name] as const),
    ...Object.entries(arrivals),
  ]);
  const emit = (change: Change) => changes.emit('change', change);
  const stopFollowing = followChanges({
    name: 'arrivals',
    database: portal.getClient().db(portal.name),
    pipeline: [
      {
        $match: {
          $or: [
            { 'ns.coll': { $in: kinds.map(({ collection }) => collection.name) } },
            { 'ns.coll': { $in: Object.keys(arrivals) }, operationType: 'insert' },
          ],
        },
      },
      { $project: { documentKey: 1, operationType: 1, ns: 1 } },
    ],
    onChange(change) {
      if (!('documentKey' in change)) return;
      emit({ kind: names.get(change.ns.coll) ?? 'unknown', id: String(change.documentKey._id) });
    },
    // Listeners load everything again.
    onGap: () => emit(unknownChange),
    onError: (error) => log.warn('submission changes lost', { error: errorLocation(error) }),
  });
  return {
    async *follow(signal) {
      const until = AbortSignal.any([signal, stopped.signal]);
      try {
        for await (const [change] of on(changes, 'change', { signal: until })) yield change as Change;
      } catch (error) {
        if (!until.aborted) throw error;
      }
    },
    async stop() {
      stopped.abort();
      await stopFollowing();
    },
  };
}
