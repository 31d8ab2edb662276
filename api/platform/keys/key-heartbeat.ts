import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type mongo, trusted } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { repeat } from '#api/platform/repeat.ts';
import { type Key, type Keys, type Purpose, purposes } from './key-ring.ts';

/** Which keys a running site process has, so that a rotation knows when it may continue. Never the keys themselves. */
interface Heartbeat {
  /** A random id per process start. */
  _id: string;
  /** The fingerprints of its keys by purpose, the key in use first. */
  rings: Record<Purpose, string[]>;
  seen_at: Date;
}

const intervalMs = 5_000;
/** A process without a heartbeat for this long has ended, or can't reach the database and so reads nothing. */
const aliveForMs = 20_000;

export const keyHoldersCollection = defineCollection<Heartbeat>({
  name: 'key_holders',
  fields: {
    _id: { type: String, required: true },
    rings: Object.fromEntries(purposes.map((purpose) => [purpose, [String]])) as never,
    seen_at: { type: Date, required: true },
  },
  indexes: [[{ seen_at: 1 }, { expireAfterSeconds: 60 }]],
});

/** @returns the key's id with a short hash of its secret, which tells apart two keys with the same id. */
export function keyFingerprint({ id, secret }: Key): string {
  return `${id}.${createHmac('sha256', secret).update('mark of this key').digest('base64url').slice(0, 8)}`;
}

export interface KeyHeartbeat {
  /** Sends a heartbeat now, after the keys changed. */
  now(): void;
  /** As `now`, and waits for it. @throws Error when it could not be recorded. */
  record(): Promise<void>;
  stop(): Promise<void>;
}

/** Records every 5 s which keys this process has, until it ends. */
export function startKeyHeartbeat({
  portal,
  keys,
  log,
}: {
  portal: Connection;
  keys: Keys;
  log: Log;
}): KeyHeartbeat {
  const _id = randomUUID();
  const model = keyHoldersCollection.model(portal);
  async function beat(): Promise<void> {
    const rings = Object.fromEntries(purposes.map((purpose) => [purpose, keys[purpose].map(keyFingerprint)]));
    await model.updateOne({ _id }, { $set: { rings, seen_at: new Date() } }, { upsert: true });
  }
  const beating = repeat(beat, {
    everyMs: intervalMs,
    onError: (error) => log.warn('key heartbeat not recorded', { error: errorLocation(error) }),
  });
  beating.start();
  return {
    now: beating.wake,
    record: beat,
    async stop() {
      await beating.stop();
      await model.deleteOne({ _id }).catch(() => {});
    },
  };
}

/** @returns how many sites and workers run on a database. */
export function countProcesses(portal: mongo.Db): Promise<number> {
  const alive = { seen_at: { $gt: new Date(Date.now() - aliveForMs) } };
  return portal.collection(keyHoldersCollection.name).countDocuments(alive);
}

/**
 * Waits until the keys of every running site process match.
 *
 * @param matches tests the fingerprints of a process's ring, the key in use first.
 * @returns the number of processes, or undefined when some still don't match after `patienceMs`.
 */
export async function waitForProcesses(
  portal: Connection,
  purpose: Purpose,
  matches: (fingerprints: string[]) => boolean,
  patienceMs: number,
): Promise<number | undefined> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const alive = { seen_at: trusted({ $gt: new Date(Date.now() - aliveForMs) }) };
    const heartbeats = await keyHoldersCollection.model(portal).find(alive).lean<Heartbeat[]>();
    if (heartbeats.every(({ rings }) => matches(rings[purpose] ?? []))) return heartbeats.length;
    if (Date.now() > until) return undefined;
    await wait(250);
  }
}
