import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { type Log, placeOf } from '../log.ts';
import { type Key, type Keys, type Purpose, purposes } from './key-ring.ts';

/** Which keys a running site process has, so that a rotation knows when it may go on. Never the keys themselves. */
interface KeyHolder {
  /** Of the process, made anew at every start. */
  _id: string;
  /** Per purpose the marks of its keys, the one in use first. */
  rings: Record<Purpose, string[]>;
  seen_at: Date;
}

const sayEveryMs = 5_000;
/** A process that was not heard of for this long has ended, or can't reach the database and so reads nothing. */
const aliveForMs = 20_000;

const schema = new Schema<KeyHolder>(
  {
    _id: { type: String, required: true },
    rings: Object.fromEntries(purposes.map((purpose) => [purpose, [String]])),
    seen_at: { type: Date, required: true },
  },
  { collection: 'key_holders', strict: 'throw', versionKey: false },
).index({ seen_at: 1 }, { expireAfterSeconds: 60 });

function holderModel(portal: Connection): Model<KeyHolder> {
  return portal.models.KeyHolder ?? portal.model<KeyHolder>('KeyHolder', schema);
}

export async function prepareKeyHolders(portal: Connection): Promise<void> {
  const model = holderModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** @returns the key's id with a short mark of its secret: two keys of one id are two keys. */
export function markOf({ id, secret }: Key): string {
  return `${id}.${createHmac('sha256', secret).update('mark of this key').digest('base64url').slice(0, 8)}`;
}

export interface Announcing {
  /** Says at once what has changed. */
  now(): void;
  stop(): Promise<void>;
}

/** Says every 5 s which keys this process has, until it ends. */
export function announceKeys({
  portal,
  keys,
  log,
}: {
  portal: Connection;
  keys: Keys;
  log: Log;
}): Announcing {
  const _id = randomUUID();
  const stop = new AbortController();
  let alarm = new AbortController();
  const model = holderModel(portal);
  async function say(): Promise<void> {
    const rings = Object.fromEntries(purposes.map((purpose) => [purpose, keys[purpose].map(markOf)]));
    await model.updateOne({ _id }, { $set: { rings, seen_at: new Date() } }, { upsert: true });
  }
  async function announce(): Promise<void> {
    while (!stop.signal.aborted) {
      alarm = new AbortController();
      await say().catch((error: unknown) => log.warn('keys not announced', { error: placeOf(error) }));
      const either = AbortSignal.any([stop.signal, alarm.signal]);
      await wait(sayEveryMs, undefined, { signal: either }).catch(() => {});
    }
    await model.deleteOne({ _id }).catch(() => {});
  }
  const announcing = announce();
  return {
    now: () => alarm.abort(),
    async stop() {
      stop.abort();
      await announcing;
    },
  };
}

/**
 * Waits until every running site process has keys that fit.
 *
 * @param fits is given the marks of a process's ring, the key in use first.
 * @returns how many processes there are, or undefined when some of them still don't fit after `patienceMs`.
 */
export async function waitForHolders(
  portal: Connection,
  purpose: Purpose,
  fits: (marks: string[]) => boolean,
  patienceMs: number,
): Promise<number | undefined> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const alive = { seen_at: trusted({ $gt: new Date(Date.now() - aliveForMs) }) };
    const holders = await holderModel(portal).find(alive).lean<KeyHolder[]>();
    if (holders.every(({ rings }) => fits(rings[purpose] ?? []))) return holders.length;
    if (Date.now() > until) return undefined;
    await wait(250);
  }
}
