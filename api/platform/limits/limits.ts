import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { defineCollection } from '#api/platform/database/collection.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { limitRefusals } from '#api/platform/metrics.ts';
import { formatWait } from './format-wait.ts';
import { networksOf, wideFactor } from './network-of.ts';
import type { KnownBrowserRule, Rate, Rule, StaffAlert } from './rules.ts';

const collection = 'limits';

const secondsPerDay = 24 * 60 * 60;

/** How much of something happens across all networks. */
export type Pressure = 'calm' | 'high';

export interface Attempt {
  /** How many the network has made within the rule's period, including this one: 1 for a newcomer. */
  count: number;
  /** Gives the reserved attempt back, so that only failures count. */
  succeeded(): Promise<void>;
}

export interface Limits {
  /**
   * Reserves one of the allowed attempts before the work is done. No network can use up those of another.
   *
   * @param address a network address, or another key to count by, such as an account.
   * @throws DomainError `too-many` when none is left, with how long to wait; `unavailable` when the counters can't be read.
   */
  reserve(rule: Rule, address: string): Promise<Attempt>;
  /** As `reserve`, for a browser that is known for the account. @param browser the id of the known device. */
  reserveForKnownBrowser(rule: KnownBrowserRule, browser: string): Promise<Attempt>;
  /**
   * @returns whether more than usual failed across all networks. It is a reason to raise the cost of an attempt (proof of
   * work, waiting in a queue) and never to refuse it, or anyone could shut others out. Without the counters it is high,
   * but calm for rules that fail open.
   */
  pressure(rule: Rule): Promise<Pressure>;
  /** Gives back what an earlier request reserved, once its result shows that it does not count. */
  giveBack(rule: Rule, address: string): Promise<void>;
  /** @returns whether `reserve` would refuse now, without reserving. False when the counters can't be read. */
  isUsedUp(rule: Rule, address: string): Promise<boolean>;
}

/** A limiter and the key that it counts an attempt by. */
type Counter = [RateLimiterMongo, string];

/** The two indexes that the counters need: one row per key, and deletion of expired rows. */
export const limitsCollection = defineCollection<{ key: string; expire: Date }>({
  name: collection,
  indexes: [
    [{ key: 1 }, { unique: true }],
    [{ expire: -1 }, { expireAfterSeconds: 0 }],
  ],
  retention: {
    label: 'counters of attempts',
    since: 'once they no longer count',
    expired: (before) => ({ expire: { $lt: before } }),
  },
});

/**
 * Counters are stored in MongoDB, so that all processes share them; addresses are stored only as keyed fingerprints.
 *
 * @param onHighPressure is called on every attempt while the pressure is high.
 */
export function makeLimits({
  portal,
  ring,
  log,
  onHighPressure,
}: {
  portal: Connection;
  ring: KeyRing;
  log: Log;
  onHighPressure: (name: string, alert: StaffAlert) => void;
}): Limits {
  const made = new Map<string, RateLimiterMongo>();
  const limiter = (keyPrefix: string, { points, seconds, lockSeconds = 0 }: Rate): RateLimiterMongo => {
    const known = made.get(keyPrefix);
    if (known) return known;
    const limiter = new RateLimiterMongo({
      storeClient: portal.getClient(),
      dbName: portal.name,
      tableName: collection,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration: seconds,
      blockDuration: lockSeconds,
    });
    made.set(keyPrefix, limiter);
    return limiter;
  };
  /** @returns the limiters of a rule by what they count: each network, and an IPv6 /48 that holds several. */
  const byNetwork = ({ name, perKey, perDay }: Rule) => {
    const rates = [perKey, ...(perDay ? [{ points: perDay, seconds: secondsPerDay }] : [])];
    const limitersFor = (scope: string, factor: number) =>
      rates.map((rate, index) =>
        limiter(`${name}:${scope}${index || ''}`, { ...rate, points: rate.points * factor }),
      );
    return [limitersFor('address', 1), limitersFor('wide', wideFactor)];
  };
  /** @returns the limiter that measures the pressure on a rule, and what staff are told; undefined for others. */
  const pressureOn = ({ name, overall }: Rule) =>
    overall?.effect === 'raise-cost'
      ? { limiter: limiter(`${name}:pressure`, overall), alert: overall.alert }
      : undefined;
  const fingerprintOf = (key: string) => fingerprint(ring, 'address', key);

  /** @returns each limiter that counts the attempt, with its key. */
  function countersOf(rule: Rule, address: string): Counter[] {
    const { name, overall } = rule;
    const limiters = byNetwork(rule);
    const counters = networksOf(address).flatMap((network, scope) =>
      (limiters[scope] ?? []).map((each): Counter => [each, fingerprintOf(network)]),
    );
    return overall?.effect === 'refuse'
      ? [...counters, [limiter(`${name}:overall`, overall), 'all']]
      : counters;
  }

  function toRefusal(error: unknown, { name, failsOpen, refusal, title }: Rule): DomainError | undefined {
    if (error instanceof RateLimiterRes) {
      limitRefusals.inc({ limit: name });
      return new DomainError('too-many', refusal.replace('{wait}', formatWait(error.msBeforeNext)), {
        title,
      });
    }
    log.warn('limits unavailable', { kind: name, error: errorLocation(error) });
    return failsOpen ? undefined : new DomainError('unavailable', 'An unexpected error occurred', { title });
  }

  async function reserve(
    rule: Rule,
    counters: Counter[],
    pressure?: ReturnType<typeof pressureOn>,
  ): Promise<Attempt> {
    let count = 0;
    try {
      for (const [each, key] of counters) {
        const { consumedPoints } = await each.consume(key);
        count ||= consumedPoints;
      }
      const overall = await pressure?.limiter.penalty('all');
      if (pressure && overall && overall.consumedPoints >= pressure.limiter.points)
        onHighPressure(rule.name, pressure.alert);
    } catch (error) {
      const refusal = toRefusal(error, rule);
      if (refusal) throw refusal;
    }
    return {
      count: Math.max(count, 1),
      async succeeded() {
        await Promise.all([
          ...counters.map(([each, key]) => each.reward(key)),
          ...(pressure ? [pressure.limiter.reward('all')] : []),
        ]);
      },
    };
  }

  return {
    async isUsedUp(rule, address) {
      try {
        const counts = await Promise.all(countersOf(rule, address).map(([each, key]) => each.get(key)));
        return counts.some((count) => count !== null && count.remainingPoints <= 0);
      } catch (error) {
        log.warn('limits unavailable', { kind: rule.name, error: errorLocation(error) });
        return false;
      }
    },
    async giveBack(rule, address) {
      try {
        await Promise.all(countersOf(rule, address).map(([each, key]) => each.reward(key)));
      } catch (error) {
        log.warn('limits unavailable', { kind: rule.name, error: errorLocation(error) });
      }
    },
    reserve: (rule, address) => reserve(rule, countersOf(rule, address), pressureOn(rule)),
    reserveForKnownBrowser: (rule, browser) =>
      reserve(rule, [[limiter(`${rule.name}Known:address`, rule.perKnownBrowser), fingerprintOf(browser)]]),
    async pressure(rule) {
      const pressure = pressureOn(rule)?.limiter;
      if (!pressure) return 'calm';
      try {
        const overall = await pressure.get('all');
        return overall && overall.consumedPoints >= pressure.points ? 'high' : 'calm';
      } catch (error) {
        log.warn('limits unavailable', { kind: rule.name, error: errorLocation(error) });
        return rule.failsOpen ? 'calm' : 'high';
      }
    },
  };
}
