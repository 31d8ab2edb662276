import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';

/** How long content may be stale if the change stream is dead: a minute, not for ever. */
const freshMs = 60_000;
/** How long a visitor waits for news where there is something older to show. */
const patienceMs = 1_000;
/** After content could not be read, how long what is there is shown without asking again. */
const restMs = 5_000;

/**
 * What the public pages show, kept in memory until what it was made from changes.
 *
 * While the database is away or slow, what is there is served on, however old.
 */
export interface ContentCache {
  /**
   * @param collections the MongoDB collections that the value depends on.
   * @param load runs once however many ask at the same time.
   */
  remember<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<T>;
  /**
   * Like `remember`, for a value made from other remembered values. It is made again when one of them comes out
   * different: a change that leaves all of them as they were leaves it too.
   *
   * @param load gets the cache to read through; what it reads past it is not followed.
   */
  rememberMade<T>(key: string, load: (content: ContentCache) => Promise<T>): Promise<T>;
  /** @returns what is in memory and fresh, without waiting, or undefined. */
  fresh<T>(key: string): T | undefined;
  /** Marks what depends on the collection as to be read again; without one, everything. */
  forget(collection?: string): void;
}

/** Thrown by a load where there is nothing to keep, or no longer: what was kept is dropped, and whoever asked gets this. */
export class NothingToKeep extends Error {}

interface Made {
  value: unknown;
  collections: ReadonlySet<string>;
  /** The remembered values that it was made from; none where it was read from the database itself. */
  inputs: readonly Input[];
}

interface Entry extends Made {
  loadedAt: number;
  restsUntil: number;
  /** Fingerprint of the value, made when somebody first needs it. */
  print?: string;
}

interface Input {
  print: string;
  collections: ReadonlySet<string>;
  recall(): Promise<Entry>;
}

export function makeContentCache(now: () => number = Date.now): ContentCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry>>();
  /** Counts the changes of each collection, so that a value read before a change is not kept after it. */
  const changes = new Map<string, number>();
  let changesOfAll = 0;

  const isFresh = ({ loadedAt, restsUntil }: Entry) => now() - loadedAt < freshMs || now() < restsUntil;

  async function recall(key: string, make: () => Promise<Made>): Promise<Entry> {
    const entry = entries.get(key);
    if (entry && isFresh(entry)) return entry;
    let running = loading.get(key);
    if (!running) {
      const started = renew(key, make).finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
      loading.set(key, started);
      running = started;
    }
    return entry ? newsOrOld(entry, running) : running;
  }

  async function newsOrOld(old: Entry, running: Promise<Entry>): Promise<Entry> {
    const answered = new AbortController();
    const late = wait(patienceMs, undefined, { signal: answered.signal }).catch(() => undefined);
    try {
      const news = await Promise.race([running, late]);
      if (news) return news;
    } catch (error) {
      if (error instanceof NothingToKeep) throw error;
    } finally {
      answered.abort();
    }
    old.restsUntil = now() + restMs;
    return old;
  }

  async function renew(key: string, make: () => Promise<Made>): Promise<Entry> {
    const before = { ofAll: changesOfAll, of: new Map(changes) };
    const old = entries.get(key);
    const made = old && (await stillHolds(old)) ? old : await madeOrDropped(key, make);
    const entry: Entry = { ...made, loadedAt: now(), restsUntil: 0 };
    const isOf = (name: string) => changes.get(name) === before.of.get(name);
    if (changesOfAll === before.ofAll && [...made.collections].every(isOf)) entries.set(key, entry);
    return entry;
  }

  async function madeOrDropped(key: string, make: () => Promise<Made>): Promise<Made> {
    try {
      return await make();
    } catch (error) {
      if (error instanceof NothingToKeep) entries.delete(key);
      throw error;
    }
  }

  async function stillHolds({ inputs }: Entry): Promise<boolean> {
    for (const input of inputs) if (printOf(await input.recall()) !== input.print) return false;
    return inputs.length > 0;
  }

  function read<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<Entry> {
    return recall(key, async () => ({ value: await load(), collections: new Set(collections), inputs: [] }));
  }

  function make<T>(key: string, load: (content: ContentCache) => Promise<T>): Promise<Entry> {
    return recall(key, async () => {
      const inputs = new Map<string, Input>();
      const follow = async <I>(inner: string, again: () => Promise<Entry>): Promise<I> => {
        const entry = await again();
        inputs.set(inner, { print: printOf(entry), collections: entry.collections, recall: again });
        return entry.value as I;
      };
      const value = await load({
        ...cache,
        remember: (inner, collections, load) => follow(inner, () => read(inner, collections, load)),
        rememberMade: (inner, load) => follow(inner, () => make(inner, load)),
      });
      const all = [...inputs.values()];
      return { value, inputs: all, collections: new Set(all.flatMap((input) => [...input.collections])) };
    });
  }

  const cache: ContentCache = {
    remember: async <T>(key: string, collections: readonly string[], load: () => Promise<T>) =>
      (await read(key, collections, load)).value as T,
    rememberMade: async <T>(key: string, load: (content: ContentCache) => Promise<T>) =>
      (await make(key, load)).value as T,
    fresh<T>(key: string) {
      const entry = entries.get(key);
      return entry && isFresh(entry) ? (entry.value as T) : undefined;
    },
    forget(collection) {
      for (const entry of entries.values()) {
        if (collection && !entry.collections.has(collection)) continue;
        entry.loadedAt = Number.NEGATIVE_INFINITY;
        entry.restsUntil = 0;
      }
      if (collection) changes.set(collection, (changes.get(collection) ?? 0) + 1);
      else changesOfAll += 1;
      // What is being read now may be from before the change: whoever asks from here on reads anew.
      loading.clear();
    },
  };
  return cache;
}

/** @returns a fingerprint of the value: the same for the same content, Maps and Sets included. */
function printOf(entry: Entry): string {
  entry.print ??= createHash('sha256').update(serialize(entry.value)).digest('base64');
  return entry.print;
}
