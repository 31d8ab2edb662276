import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { LRUCache } from 'lru-cache';
import { isAway } from '#api/platform/database/is-away.ts';

/** How long content may be stale if the change stream is dead. */
const freshMs = 60_000;
/** After content could not be read, how long the stale value is shown before the next attempt. */
const retryAfterMs = 5_000;
/** After the database was not reached, nothing is asked of it for this long: a page reads many values, one after the other. */
const awayForMs = 2_000;
const hourMs = 60 * 60_000;
/** Far more than the pages and lists of such a site; the least recently used are evicted first. */
const maxEntries = 5_000;
/** Of what visitors choose by a query: their pages have up to 150 KB each. */
const maxAskedFor = 400;
const askedFor = 'asked for: ';

/**
 * @returns a key for a value that visitors can ask for in any number, such as one for each search. These are kept apart and evict only
 * each other, so nobody can make the site forget its content.
 */
export function keyForAsked(key: string): string {
  return askedFor + key;
}

/**
 * An in-memory cache of what the public pages show; a value is stale once the content it was made from changes.
 *
 * Whatever was read before midnight in New Jersey is stale after it, because figures change with the day.
 *
 * While the database is slow or unreachable, stale values are served, however old.
 */
export interface ContentCache {
  /**
   * @param collections the MongoDB collections that the value depends on.
   * @param load runs once for any number of simultaneous calls.
   */
  remember<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<T>;
  /**
   * Like `remember`, for a value derived from other cached values. It is recomputed only if one of them has a new value,
   * not merely because one was reloaded.
   *
   * @param load gets the cache to read through; only reads through it are tracked.
   */
  memoizeDerived<T>(key: string, load: (content: ContentCache) => Promise<T>): Promise<T>;
  /** @returns the collections that what `load` has read so far comes from: for a `load` of `memoizeDerived`. */
  readFrom(): string[];
  /** @returns the cached value if fresh, without waiting, or undefined. */
  fresh<T>(key: string): T | undefined;
  /** Marks as stale what depends on the collection; without a collection, everything. */
  forget(collection?: string): void;
  /** The database is there: a value that could not be read is read when it is needed next. */
  askAgain(): void;
}

/** Thrown by a `load` that has nothing to cache: the cached value is dropped and the caller receives this error. */
export class NotCacheable extends Error {}

interface Computed {
  value: unknown;
  collections: ReadonlySet<string>;
  /** The cached values that it was derived from; none if it was read from the database. */
  inputs: readonly Input[];
}

interface Entry extends Computed {
  loadedAt: number;
  /** The day in New Jersey on which loading began. */
  day: string;
  retryAt: number;
  /** Fingerprint of the value, computed when first needed. */
  fingerprint?: string;
}

interface Input {
  fingerprint: string;
  collections: ReadonlySet<string>;
  recall(): Promise<Entry>;
}

interface Options {
  now?: () => number;
  /** How long a visitor waits for fresh content when there is a stale value to show. */
  maxWaitMs?: number;
}

export function makeContentCache({ now = () => Date.now(), maxWaitMs = 1_000 }: Options = {}): ContentCache {
  const content = new LRUCache<string, Entry>({ max: maxEntries });
  const asked = new LRUCache<string, Entry>({ max: maxAskedFor });
  const entriesOf = (key: string) => (key.startsWith(askedFor) ? asked : content);
  const loading = new Map<string, Promise<Entry>>();
  /** Counts the changes of each collection, so that a value read before a change is not cached after it. */
  const changes = new Map<string, number>();
  let changesOfAll = 0;
  let away: { until: number; error: unknown } | undefined;

  let thisHour = { hour: -1, day: '' };
  function today(): string {
    // Every page asks, and days begin on the hour.
    const hour = Math.floor(now() / hourMs);
    if (hour !== thisHour.hour) thisHour = { hour, day: easternToday(new Date(now())) };
    return thisHour.day;
  }
  const isFresh = ({ loadedAt, day, retryAt }: Entry) =>
    (now() - loadedAt < freshMs && day === today()) || now() < retryAt;

  async function recall(key: string, make: () => Promise<Computed>): Promise<Entry> {
    const entry = entriesOf(key).get(key);
    if (entry && isFresh(entry)) return entry;
    if (away && now() < away.until) {
      if (entry) return entry;
      throw away.error;
    }
    const day = today();
    // What began to load before midnight is not for those who ask after it.
    const turn = `${day} ${key}`;
    let running = loading.get(turn);
    if (!running) {
      const started = renew(key, day, make).finally(() => {
        if (loading.get(turn) === started) loading.delete(turn);
      });
      loading.set(turn, started);
      running = started;
    }
    return entry ? freshOrStale(entry, running) : running;
  }

  async function freshOrStale(stale: Entry, running: Promise<Entry>): Promise<Entry> {
    const answered = new AbortController();
    const late = wait(maxWaitMs, undefined, { signal: answered.signal }).catch(() => undefined);
    try {
      const fresh = await Promise.race([running, late]);
      if (fresh) return fresh;
    } catch (error) {
      if (error instanceof NotCacheable) throw error;
    } finally {
      answered.abort();
    }
    stale.retryAt = now() + retryAfterMs;
    return stale;
  }

  async function renew(key: string, day: string, make: () => Promise<Computed>): Promise<Entry> {
    const before = { all: changesOfAll, byCollection: new Map(changes) };
    const stale = entriesOf(key).get(key);
    const computed = stale && (await isUnchanged(stale)) ? stale : await loadOrDrop(key, make);
    const entry: Entry = { ...computed, loadedAt: now(), day, retryAt: 0 };
    const isCurrent = (name: string) => changes.get(name) === before.byCollection.get(name);
    const isToday = day === today();
    if (isToday && changesOfAll === before.all && [...computed.collections].every(isCurrent))
      entriesOf(key).set(key, entry);
    return entry;
  }

  async function loadOrDrop(key: string, make: () => Promise<Computed>): Promise<Computed> {
    try {
      return await make();
    } catch (error) {
      if (error instanceof NotCacheable) entriesOf(key).delete(key);
      // Not by what was only told of it, or it would never be asked again.
      if (isAway(error) && error !== away?.error) away = { until: now() + awayForMs, error };
      throw error;
    }
  }

  async function isUnchanged({ inputs }: Entry): Promise<boolean> {
    for (const input of inputs) if (fingerprintOf(await input.recall()) !== input.fingerprint) return false;
    return inputs.length > 0;
  }

  function read<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<Entry> {
    return recall(key, async () => ({ value: await load(), collections: new Set(collections), inputs: [] }));
  }

  function make<T>(key: string, load: (content: ContentCache) => Promise<T>): Promise<Entry> {
    return recall(key, async () => {
      const inputs = new Map<string, Input>();
      const readFrom = () => [
        ...new Set([...inputs.values()].flatMap(({ collections }) => [...collections])),
      ];
      const follow = async <I>(inner: string, again: () => Promise<Entry>): Promise<I> => {
        const entry = await again();
        inputs.set(inner, {
          fingerprint: fingerprintOf(entry),
          collections: entry.collections,
          recall: again,
        });
        return entry.value as I;
      };
      const value = await load({
        ...cache,
        remember: (inner, collections, load) => follow(inner, () => read(inner, collections, load)),
        memoizeDerived: (inner, load) => follow(inner, () => make(inner, load)),
        readFrom,
      });
      return { value, inputs: [...inputs.values()], collections: new Set(readFrom()) };
    });
  }

  const cache: ContentCache = {
    remember: async <T>(key: string, collections: readonly string[], load: () => Promise<T>) =>
      (await read(key, collections, load)).value as T,
    memoizeDerived: async <T>(key: string, load: (content: ContentCache) => Promise<T>) =>
      (await make(key, load)).value as T,
    readFrom: () => [],
    fresh<T>(key: string) {
      const entry = entriesOf(key).get(key);
      return entry && isFresh(entry) ? (entry.value as T) : undefined;
    },
    forget(collection) {
      for (const entry of [...content.values(), ...asked.values()]) {
        if (collection && !entry.collections.has(collection)) continue;
        entry.loadedAt = Number.NEGATIVE_INFINITY;
        entry.retryAt = 0;
      }
      if (collection) changes.set(collection, (changes.get(collection) ?? 0) + 1);
      else changesOfAll += 1;
      // A load in progress may have read data from before the change, so later callers start a new one.
      loading.clear();
    },
    askAgain() {
      away = undefined;
    },
  };
  return cache;
}

/** @returns a fingerprint of the value, equal for equal content, including Maps and Sets. */
function fingerprintOf(entry: Entry): string {
  entry.fingerprint ??= createHash('sha256').update(serialize(entry.value)).digest('base64');
  return entry.fingerprint;
}
