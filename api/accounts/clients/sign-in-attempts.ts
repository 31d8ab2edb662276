import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { fingerprintOfSsn } from './client-devices.ts';
import { type SignInAttempts, signInAttemptsCollection } from './sign-in-attempts.model.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const monthDays = 30;

/** When an attempt is allowed after failures, and how many are compared. */
interface Schedule {
  /** The first `free` failures of a day cost no wait; each further one the next of `waitsMs`, at last its last. */
  ladder?: { free: number; waitsMs: number[] };
  perDay?: number;
  perMonth?: number;
}

export interface Counter {
  key: string;
  schedule: Schedule;
}

/** Per network, within an hour. */
const failuresPerNetwork = 60;
const numbersPerNetwork = 10;

export interface Reservation {
  /** Whether the attempt is allowed; if so, it counts as failed until it is released. */
  granted: boolean;
  /** How long until the next attempt is allowed, if this one is not. */
  waitMs: number;
  /** How many are counted now, including this one. */
  counted: number;
  /** Takes the reservation back: the attempt did not fail, or was not made. */
  release(): Promise<void>;
}

/**
 * @returns the counter of a number's attempts from unknown browsers without the date of birth. It is small, because having
 * to enter the date as well costs the owner little.
 */
export function attemptsBySsn(ssn: string, deps: Pick<Deps, 'keys'>): Counter {
  return { key: keyOfSsn(ssn, deps), schedule: { perMonth: 10 } };
}

/**
 * @returns the counter of a number's attempts with one date of birth. Every date, right or wrong, has its own counter, so
 * that neither the responses nor the waits reveal the right one, and wrong dates don't use up its limit.
 */
export function attemptsWithBirthDate(
  { ssn, dateOfBirth }: { ssn: string; dateOfBirth: string },
  deps: Pick<Deps, 'keys'>,
): Counter {
  const date = fingerprint(deps.keys.fingerprints, 'client-birth-date', dateOfBirth);
  return { key: `${keyOfSsn(ssn, deps)}:born:${date}`, schedule: { perDay: 10, perMonth: 30 } };
}

/** @returns the counter of a number's attempts from one network: waits of at most a minute. @param network a fingerprint. */
export function attemptsFromNetwork(
  { ssn, network }: { ssn: string; network: string },
  deps: Pick<Deps, 'keys'>,
): Counter {
  const ladder = { free: 3, waitsMs: [30 * second, minute] };
  return { key: `${keyOfSsn(ssn, deps)}:from:${network}`, schedule: { ladder } };
}

export function attemptsByDevice(device: string): Counter {
  const waitsMs = [30 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour];
  return { key: `device:${device}`, schedule: { ladder: { free: 3, waitsMs }, perDay: 10, perMonth: 100 } };
}

/** The prefix of all counters of a number, the same whether or not it is registered. */
function keyOfSsn(ssn: string, deps: Pick<Deps, 'keys'>): string {
  return `ssn:${fingerprintOfSsn(deps, ssn)}`;
}

/**
 * Reserves an attempt before anything is compared, so that simultaneous attempts can't exceed the limit together. Whether
 * the number has an account makes no difference.
 */
export async function reserveAttempt(portal: Connection, { key, schedule }: Counter): Promise<Reservation> {
  const id = randomUUID();
  const keepMs = (schedule.perMonth === undefined ? 1 : monthDays) * day;
  const row = await update(portal, key, [
    { $set: { tries: within({ $ifNull: ['$tries', []] }, keepMs) } },
    { $set: { wait_ms: { $let: { vars: { day: within('$tries', day) }, in: waitFor(schedule) } } } },
    append({ id, at: '$$NOW' }),
    { $set: { expires_at: { $add: ['$$NOW', keepMs] } } },
  ]);
  return reservation(portal, row, id);
}

/** @returns the wait, from `$tries` (the last 30 days) and `$$day` (the last 24 hours), both in chronological order. */
function waitFor({ ladder, perDay, perMonth }: Schedule) {
  const whenUsedUp = (attempts: string, count: number, wait: unknown) => ({
    $cond: [{ $gte: [{ $size: attempts }, count] }, wait, 0],
  });
  const nthFromEnd = (attempts: string, count: number) => ({ $arrayElemAt: [`${attempts}.at`, -count] });
  const waits: unknown[] = [0];
  if (ladder) {
    const step = { $min: [{ $subtract: [{ $size: '$$day' }, ladder.free] }, ladder.waitsMs.length - 1] };
    const next = until({ $last: '$$day.at' }, { $arrayElemAt: [ladder.waitsMs, step] });
    waits.push(whenUsedUp('$$day', ladder.free, next));
  }
  if (perDay) waits.push(whenUsedUp('$$day', perDay, until(nthFromEnd('$$day', perDay), day)));
  if (perMonth)
    waits.push(whenUsedUp('$tries', perMonth, until(nthFromEnd('$tries', perMonth), monthDays * day)));
  return { $max: waits };
}

/**
 * Reserves an attempt from a network: at most 60 failures in an hour, for at most 10 numbers; then an hour's wait.
 *
 * @param network a fingerprint. @param times how many times as much the network may have: an IPv6 /48 four times.
 */
export async function reserveFromNetwork(
  portal: Connection,
  { network, ssn, times }: { network: string; ssn: string; times: number },
): Promise<Reservation> {
  const id = randomUUID();
  const numbers = { $size: { $setUnion: ['$tries.ssn', []] } };
  // Once either limit is exceeded, no attempt expires until the newest is an hour old.
  const exceeded = {
    $or: [
      { $gte: [{ $size: '$tries' }, times * failuresPerNetwork] },
      { $gt: [numbers, times * numbersPerNetwork] },
    ],
  };
  const wait = until({ $max: '$tries.at' }, hour);
  const row = await update(portal, `address:${network}`, [
    { $set: { tries: { $ifNull: ['$tries', []] } } },
    { $set: { wait_ms: { $cond: [exceeded, wait, 0] } } },
    { $set: { tries: { $cond: [{ $eq: ['$wait_ms', 0] }, within('$tries', hour), '$tries'] } } },
    append({ id, at: '$$NOW', ssn }),
    { $set: { expires_at: { $add: ['$$NOW', hour] } } },
  ]);
  return reservation(portal, row, id);
}

/** Deletes all attempts for a number from unknown browsers, and those of the given counters. */
export async function forgetAttempts(
  ssn: string,
  counters: Counter[],
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  const key = keyOfSsn(ssn, deps);
  // All keys that start with `key` and a colon: a semicolon is the next character after it.
  const prefixed = { _id: { $gte: `${key}:`, $lt: `${key};` } };
  const listed = { _id: { $in: [key, ...counters.map((counter) => counter.key)] } };
  await signInAttemptsCollection.rows(deps.portal).deleteMany({ $or: [prefixed, listed] });
}

/** The attempts of the last `ms` milliseconds, by the server's clock. */
function within(attempts: unknown, ms: number) {
  return { $filter: { input: attempts, cond: { $gt: ['$$this.at', { $subtract: ['$$NOW', ms] }] } } };
}

/** Milliseconds from now until `ms` after `moment`, at least 0. */
function until(moment: unknown, ms: unknown) {
  return { $max: [0, { $subtract: [{ $add: [moment, ms] }, '$$NOW'] }] };
}

function append(attempt: Record<string, unknown>) {
  const appended = { $concatArrays: ['$tries', [attempt]] };
  return { $set: { tries: { $cond: [{ $eq: ['$wait_ms', 0] }, appended, '$tries'] } } };
}

async function update(portal: Connection, _id: string, pipeline: mongo.Document[]): Promise<SignInAttempts> {
  const options = { upsert: true, returnDocument: 'after' } as const;
  const run = () => signInAttemptsCollection.rows(portal).findOneAndUpdate({ _id }, pipeline, options);
  const after = await run().catch((error: unknown) => {
    // Two first attempts raced to insert the row; now it exists.
    if (isDuplicateKey(error)) return run();
    throw error;
  });
  if (!after) throw new Error('A sign-in attempt was not counted.');
  return after;
}

function reservation(portal: Connection, { _id, tries, wait_ms }: SignInAttempts, id: string): Reservation {
  return {
    granted: tries.some((each) => each.id === id),
    waitMs: wait_ms,
    counted: tries.length,
    async release() {
      await signInAttemptsCollection.rows(portal).updateOne({ _id }, { $pull: { tries: { id } } });
    },
  };
}
