import { randomUUID } from 'node:crypto';
import { type Connection, mongo } from 'mongoose';
import type { Deps } from '../connect.ts';
import { fingerprintOfSsn } from './known-device.ts';
import { type SignInTries, signInTries } from './sign-in-tries.model.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** SECURITY.md 'Numbers': after 3 free failures of a day each next one has to wait longer. */
const free = 3;
const waitsMs = [30 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour];
const perDay = 10;
const perMonth = 100;
const monthDays = 30;

/** And from one address, within an hour. */
const failuresPerAddress = 60;
const numbersPerAddress = 10;

/** Of `$$day`, the tries of the last 24 hours in their order. */
const tenthLast = { $arrayElemAt: ['$$day.at', -perDay] };
const step = { $min: [{ $subtract: [{ $size: '$$day' }, free] }, waitsMs.length - 1] };
const untilLadder = until({ $last: '$$day.at' }, { $arrayElemAt: [waitsMs, step] });

export interface Reservation {
  /** Whether the try may go on; if so it counts as failed until it is taken back. */
  granted: boolean;
  /** How long until the next try is allowed, if this one is not; undefined when only staff allow one. */
  waitMs: number | undefined;
  /** The try did not fail, or it was not made. */
  takeBack(): Promise<void>;
}

/** @returns by what the tries of a number are counted, from wherever they come. */
export function triesOfNumber(ssn: string, deps: Pick<Deps, 'keys'>): string {
  return `ssn:${fingerprintOfSsn(deps, ssn)}`;
}

/** @returns by what the tries of a known device with its number are counted. */
export function triesOfDevice(device: string): string {
  return `device:${device}`;
}

/**
 * Takes a try of one number, or of one known device with it, before anything is compared: tries that come at once can't
 * slip past the limit together. Whether the number has an account makes no difference.
 *
 * @param key of `triesOfNumber` or `triesOfDevice`.
 */
export async function reserveTry(portal: Connection, key: string): Promise<Reservation> {
  const id = randomUUID();
  const size = { $size: '$$day' };
  const overDay = { $max: [untilLadder, until(tenthLast, day)] };
  const open = {
    $cond: [{ $gte: [size, perDay] }, overDay, { $cond: [{ $gte: [size, free] }, untilLadder, 0] }],
  };
  const wait = { $cond: ['$closed', day, open] };
  const after = await update(portal, key, [
    { $set: { tries: within({ $ifNull: ['$tries', []] }, monthDays * day) } },
    { $set: { closed: { $or: ['$closed', { $gte: [{ $size: '$tries' }, perMonth] }] } } },
    { $set: { wait_ms: { $let: { vars: { day: within('$tries', day) }, in: wait } } } },
    take({ id, at: '$$NOW' }),
    { $set: { expires_at: { $cond: ['$closed', null, { $add: ['$$NOW', monthDays * day] }] } } },
  ]);
  return reservation(portal, after, id);
}

/** Takes a try from an address: at most 60 that fail in an hour, and of at most 10 numbers; then an hour's wait. */
export async function reserveFromAddress(
  portal: Connection,
  { address, ssn }: { address: string; ssn: string },
): Promise<Reservation> {
  const id = randomUUID();
  const numbers = { $size: { $setUnion: ['$tries.ssn', []] } };
  // Beyond either number nothing is forgotten until the newest is an hour old.
  const over = {
    $or: [{ $gte: [{ $size: '$tries' }, failuresPerAddress] }, { $gt: [numbers, numbersPerAddress] }],
  };
  const wait = until({ $max: '$tries.at' }, hour);
  const after = await update(portal, address, [
    { $set: { tries: { $ifNull: ['$tries', []] } } },
    { $set: { wait_ms: { $cond: [over, wait, 0] } } },
    { $set: { tries: { $cond: [{ $eq: ['$wait_ms', 0] }, within('$tries', hour), '$tries'] } } },
    take({ id, at: '$$NOW', ssn }),
    { $set: { expires_at: { $add: ['$$NOW', hour] } } },
  ]);
  return reservation(portal, after, id);
}

/** Forgets tries, also those that closed something. @param keys see `reserveTry`. */
export async function forgetTries(portal: Connection, keys: string[]): Promise<void> {
  await signInTries(portal).deleteMany({ _id: { $in: keys } });
}

/** The tries of the last so many milliseconds, by the server's clock. */
function within(tries: unknown, ms: number) {
  return { $filter: { input: tries, cond: { $gt: ['$$this.at', { $subtract: ['$$NOW', ms] }] } } };
}

/** Milliseconds from now until `ms` after a moment, and never less than 0. */
function until(moment: unknown, ms: unknown) {
  return { $max: [0, { $subtract: [{ $add: [moment, ms] }, '$$NOW'] }] };
}

function take(one: Record<string, unknown>) {
  const more = { $concatArrays: ['$tries', [one]] };
  return { $set: { tries: { $cond: [{ $eq: ['$wait_ms', 0] }, more, '$tries'] } } };
}

async function update(portal: Connection, _id: string, pipeline: mongo.Document[]): Promise<SignInTries> {
  const options = { upsert: true, returnDocument: 'after' } as const;
  const run = () => signInTries(portal).findOneAndUpdate({ _id }, pipeline, options);
  const after = await run().catch((error: unknown) => {
    // Two first tries raced to make the row; now it is there.
    if (error instanceof mongo.MongoServerError && error.code === 11000) return run();
    throw error;
  });
  if (!after) throw new Error('A try of a sign-in was not counted.');
  return after;
}

function reservation(
  portal: Connection,
  { _id, tries, closed, wait_ms }: SignInTries,
  id: string,
): Reservation {
  return {
    granted: tries.some((each) => each.id === id),
    waitMs: closed ? undefined : wait_ms,
    async takeBack() {
      await signInTries(portal).updateOne({ _id }, { $pull: { tries: { id } } });
    },
  };
}
