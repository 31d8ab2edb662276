import { mongo } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';

const windowMs = 10 * 60_000;
/** All within ten minutes. */
const highFailures = 100;
const attackFailures = 500;
const maxNumbersPerPin = 20;

interface SignInFailure {
  at: Date;
  /** Keyed fingerprints. */
  ssn: string;
  pin: string;
}

export const signInFailuresCollection = defineCollection<SignInFailure>({
  name: 'client_sign_in_failures',
  indexes: [[{ at: 1 }, { expireAfterSeconds: windowMs / 1000 }], [{ pin: 1, at: 1 }]],
  retention: {
    label: 'failed client sign-ins',
    since: 'after they failed',
    days: () => 1,
    expired: (before) => ({ at: { $lt: before } }),
  },
});

/**
 * Records a failed attempt, by the server's clock.
 *
 * @param ssn fingerprint of the number. @param secret what was guessed: a PIN or a one-time PIN code.
 */
export async function recordFailure(
  { ssn, secret }: { ssn: string; secret: string },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  const row = { ssn, pin: fingerprintOfSecret(keys, secret) };
  // A pipeline update, because only that can use the server's clock.
  await signInFailuresCollection
    .rows(portal)
    .updateOne({ _id: new mongo.ObjectId() }, [{ $set: { ...row, at: '$$NOW' } }], {
      upsert: true,
    });
}

/** How much guessing happens across all numbers and addresses. */
export type GuessingLevel = 'none' | 'high' | 'attack';

/**
 * @returns `high` above 100 failures in ten minutes, or while this PIN or code is tried on more than 20 numbers; `attack`
 * above 500. @param secret if undefined, all of them together.
 */
export async function readGuessingLevel(
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  secret?: string,
): Promise<GuessingLevel> {
  const recent = { $expr: { $gt: ['$at', { $subtract: ['$$NOW', windowMs] }] } };
  const failures = signInFailuresCollection.rows(portal);
  const triedNumbers = (pin: string) => [
    { $match: { pin, ...recent } },
    { $group: { _id: '$ssn' } },
    { $limit: maxNumbersPerPin + 1 },
  ];
  const [count, numbers] = await Promise.all([
    failures.countDocuments(recent, { limit: attackFailures + 1 }),
    secret === undefined ? [] : failures.aggregate(triedNumbers(fingerprintOfSecret(keys, secret))).toArray(),
  ]);
  if (count > attackFailures) return 'attack';
  return count > highFailures || numbers.length > maxNumbersPerPin ? 'high' : 'none';
}

function fingerprintOfSecret(keys: Deps['keys'], secret: string): string {
  return fingerprint(keys.fingerprints, 'client-pin', secret);
}
