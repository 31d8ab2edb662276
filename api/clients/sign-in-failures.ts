import { type Connection, mongo } from 'mongoose';
import type { Deps } from '../connect.ts';
import { fingerprint } from '../keys/fingerprint.ts';

const windowMs = 10 * 60_000;
/** SECURITY.md 'Numbers', all within ten minutes. */
const failuresOverall = 100;
const failuresOfSiege = 500;
const numbersOfOnePin = 20;

interface SignInFailure {
  at: Date;
  /** Keyed fingerprints. */
  ssn: string;
  pin: string;
}

function failures(portal: Connection): mongo.Collection<SignInFailure> {
  return portal.getClient().db(portal.name).collection<SignInFailure>('client_sign_in_failures');
}

export async function prepareSignInFailures(portal: Connection): Promise<void> {
  await failures(portal).createIndex({ at: 1 }, { expireAfterSeconds: windowMs / 1000 });
  await failures(portal).createIndex({ pin: 1, at: 1 });
}

/** Notes a try that failed, by the server's clock. @param ssn fingerprint of the number. */
export async function noteFailure(
  { ssn, pin }: { ssn: string; pin: string },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  const row = { ssn, pin: fingerprintOfPin(keys, pin) };
  // An update by pipeline, because only that may ask the server for its time.
  await failures(portal).updateOne({ _id: new mongo.ObjectId() }, [{ $set: { ...row, at: '$$NOW' } }], {
    upsert: true,
  });
}

/** How much guessing goes on over all numbers and addresses. */
export type Guessing = 'none' | 'much' | 'siege';

/**
 * @returns `much` from 100 failures in ten minutes on, or while this very PIN is tried on more than 20 numbers; `siege`
 * beyond 500. @param pin left out = over all PINs.
 */
export async function guessingNow(
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  pin?: string,
): Promise<Guessing> {
  const recent = { $expr: { $gt: ['$at', { $subtract: ['$$NOW', windowMs] }] } };
  const [count, numbers] = await Promise.all([
    failures(portal).countDocuments(recent, { limit: failuresOfSiege + 1 }),
    pin === undefined ? [] : numbersTriedWith(fingerprintOfPin(keys, pin), recent, portal),
  ]);
  if (count > failuresOfSiege) return 'siege';
  return count > failuresOverall || numbers.length > numbersOfOnePin ? 'much' : 'none';
}

function numbersTriedWith(
  pin: string,
  recent: mongo.Document,
  portal: Connection,
): Promise<mongo.Document[]> {
  return failures(portal)
    .aggregate([{ $match: { pin, ...recent } }, { $group: { _id: '$ssn' } }, { $limit: numbersOfOnePin + 1 }])
    .toArray();
}

function fingerprintOfPin(keys: Deps['keys'], pin: string): string {
  return fingerprint(keys.fingerprints, 'client-pin', pin);
}
