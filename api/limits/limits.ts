import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../domain-error.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type Log, placeOf } from '../log.ts';
import { networkOf } from './network-of.ts';

const collection = 'limits';

const lockedCode =
  'That did not fit five times, so we wait an hour before the next try. Your answers are still saved. You can also call us.';

/**
 * How often each thing may happen. Sign-in fails closed: with the counters away nobody guesses passwords. A public form
 * fails open: a claimant's answers matter more than a spammer's.
 */
const rules = {
  staffSignIn: {
    perAddress: { points: 5, seconds: 15 * 60 },
    overall: { points: 30, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many attempts. Please wait 15 minutes and try again.',
    title: 'Login Failed',
  },
  /** Every try to sign a client in from a browser that is not known, right or wrong. How many may fail is in `clients/sign-in-tries.ts`. */
  clientSignIn: {
    perAddress: { points: 20, seconds: 60 },
    overall: undefined,
    failsOpen: false,
    refusal: 'Too many tries. Try again in 1 minute, or call us.',
    title: 'Login Failed',
  },
  /** Known devices of clients, by device: their failures have the same schedule as any, and this bounds what is right. */
  clientSignInKnown: {
    perAddress: { points: 120, seconds: 60 },
    overall: undefined,
    failsOpen: false,
    refusal: 'Too many tries. Try again in 1 minute, or call us.',
    title: 'Login Failed',
  },
  /** While sign-in is under attack over all, from devices that are not known. */
  clientSignInUnderAttack: {
    perAddress: { points: 1, seconds: 60 },
    overall: undefined,
    failsOpen: false,
    refusal: 'Too many tries. Try again in 1 minute, or call us.',
    title: 'Login Failed',
  },
  clientRegistration: {
    perAddress: { points: 5, seconds: 60 * 60 },
    overall: { points: 60, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in 1 hour, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Counted by Social Security number, whether it is registered or not. */
  clientRegistrationOfSsn: {
    perAddress: { points: 3, seconds: 24 * 60 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal:
      'Too many tries with this number. Try again in 24 hours, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Payload itself locks an account after failures; this keeps one address from trying many accounts. */
  cmsSignIn: {
    perAddress: { points: 10, seconds: 15 * 60 },
    overall: { points: 100, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many attempts. Please wait 15 minutes and try again.',
    title: 'Login Failed',
  },
  /** Counted by who asks and not by address: a copy of many people's data is rarely needed twice. */
  staffExport: {
    perAddress: { points: 5, seconds: 15 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal: 'Too many exports. Please wait 15 minutes and try again.',
    title: 'No file was made',
  },
  publicForm: {
    perAddress: { points: 5, seconds: 60 * 60 },
    overall: undefined,
    failsOpen: true,
    refusal:
      'This form was sent several times from your network in the last hour. Your answers are kept. Please wait a while and send again, or call us and we will take it down for you.',
    title: 'Submission Error',
  },
  verify: {
    perAddress: { points: 30, seconds: 10 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal:
      'Many files were checked from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** A copy of what was sent is printed anew each time. */
  ownCopy: {
    perAddress: { points: 30, seconds: 10 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal:
      'Many copies were made from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Beyond `publicForm`, for who brings no proof of work: see `robots/refuse-robots.ts`. */
  unprovenForm: {
    perAddress: { points: 2, seconds: 60 * 60 },
    overall: { points: 30, seconds: 60 * 60 },
    failsOpen: true,
    refusal: 'This form was sent several times in the last hour.',
    title: 'Submission Error',
  },
  /** Codes that did not fit: from one address, and of one code whoever tries it. */
  resumeByAddress: {
    perAddress: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal: lockedCode,
    title: 'Please wait an hour',
  },
  resumeByCode: {
    perAddress: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal: lockedCode,
    title: 'Please wait an hour',
  },
  resumeMail: {
    perAddress: { points: 5, seconds: 60 * 60 },
    overall: undefined,
    failsOpen: false,
    refusal:
      'We sent several links to continue in the last hour. Please look in your mail, or wait a while and try again.',
    title: 'Please wait a while',
  },
} as const;

interface Rate {
  points: number;
  seconds: number;
  /** Once all are used, refused for this long from then on; left out, until the time that they count for is over. */
  lockSeconds?: number;
}

export type LimitName = keyof typeof rules;

export interface Attempt {
  /** Gives the reserved attempt back, so that only failures count. */
  succeeded(): Promise<void>;
}

export interface Limits {
  /**
   * Takes one of the allowed attempts before the work is done.
   *
   * @throws DomainError `too-many` when none is left, `unavailable` when the counters can't be read.
   */
  reserve(name: LimitName, address: string): Promise<Attempt>;
}

/** The two indexes that the counters need: one row a key, and ended ones vanish by themselves. */
export async function prepareLimits(portal: Connection): Promise<void> {
  const limits = portal.getClient().db(portal.name).collection(collection);
  await limits.createIndex({ key: 1 }, { unique: true });
  await limits.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
}

/** Counters live in MongoDB, so that every process counts together; addresses are kept as keyed fingerprints only. */
export function makeLimits({ portal, ring, log }: { portal: Connection; ring: KeyRing; log: Log }): Limits {
  const limiter = (keyPrefix: string, { points, seconds, lockSeconds = 0 }: Rate) =>
    new RateLimiterMongo({
      storeClient: portal.getClient(),
      dbName: portal.name,
      tableName: collection,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration: seconds,
      blockDuration: lockSeconds,
    });
  const made = Object.fromEntries(
    Object.entries(rules).map(([name, { perAddress, overall }]) => [
      name,
      [limiter(`${name}:address`, perAddress), ...(overall ? [limiter(`${name}:overall`, overall)] : [])],
    ]),
  ) as Record<LimitName, RateLimiterMongo[]>;

  return {
    async reserve(name, address) {
      const { failsOpen, refusal, title } = rules[name];
      const keys = [fingerprint(ring, 'address', networkOf(address)), 'all'];
      const limiters = made[name];
      try {
        for (const [index, each] of limiters.entries()) await each.consume(keys[index] ?? 'all');
      } catch (error) {
        if (error instanceof RateLimiterRes) throw new DomainError('too-many', refusal, { title });
        log.warn('limits unavailable', { kind: name, error: placeOf(error) });
        if (!failsOpen) throw new DomainError('unavailable', 'An unexpected error occurred', { title });
      }
      return {
        async succeeded() {
          await Promise.all(limiters.map((each, index) => each.reward(keys[index] ?? 'all')));
        },
      };
    },
  };
}
