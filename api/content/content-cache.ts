/** How long content may be stale if the change stream is dead: a minute, not for ever. */
const freshMs = 60_000;

interface Entry {
  value: unknown;
  loadedAt: number;
  collections: readonly string[];
}

/**
 * What the public pages show, kept in memory until a change of one of the collections that it was made from.
 *
 * While the database is away, what is there is served on, however old.
 */
export interface ContentCache {
  /**
   * @param collections the MongoDB collections that the value depends on.
   * @param load runs once however many ask at the same time.
   */
  remember<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<T>;
  /**
   * Like `remember`, for a value made from other remembered values: it depends on all that they depend on.
   *
   * @param load gets the cache to read through; what it reads past it is not followed.
   */
  rememberMade<T>(key: string, load: (content: ContentCache) => Promise<T>): Promise<T>;
  /** @returns what is in memory and fresh, without waiting, or undefined. */
  fresh<T>(key: string): T | undefined;
  /** Drops what depends on the collection; without one, marks everything as to be read again. */
  forget(collection?: string): void;
}

export function makeContentCache(now: () => number = Date.now): ContentCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<unknown>>();
  /** Counts the changes of each collection, so that a value read before a change is not kept after it. */
  const changes = new Map<string, number>();
  let changesOfAll = 0;
  const changesOf = (collections: readonly string[]) =>
    [changesOfAll, ...collections.map((name) => changes.get(name) ?? 0)].join();

  /** @param depends names the collections; asked again after the load, which may have found more of them. */
  async function load<T>(key: string, depends: () => readonly string[], read: () => Promise<T>): Promise<T> {
    const before = { ofAll: changesOfAll, of: new Map(changes) };
    const value = await read();
    const collections = depends();
    const then = [before.ofAll, ...collections.map((name) => before.of.get(name) ?? 0)].join();
    if (changesOf(collections) === then) entries.set(key, { value, loadedAt: now(), collections });
    return value;
  }

  async function recall<T>(
    key: string,
    depends: () => readonly string[],
    read: () => Promise<T>,
  ): Promise<T> {
    const entry = entries.get(key);
    if (entry && now() - entry.loadedAt < freshMs) return entry.value as T;
    let running = loading.get(key) as Promise<T> | undefined;
    if (!running) {
      const started = load(key, depends, read).finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
      loading.set(key, started);
      running = started;
    }
    try {
      return await running;
    } catch (error) {
      if (entry) return entry.value as T;
      throw error;
    }
  }

  const cache: ContentCache = {
    remember: (key, collections, read) => recall(key, () => collections, read),
    rememberMade(key, read) {
      const collections = new Set<string>();
      const following: ContentCache = {
        ...cache,
        remember(inner, names, readInner) {
          for (const name of names) collections.add(name);
          return cache.remember(inner, names, readInner);
        },
      };
      return recall(
        key,
        () => [...collections],
        () => read(following),
      );
    },
    fresh<T>(key: string) {
      const entry = entries.get(key);
      return entry && now() - entry.loadedAt < freshMs ? (entry.value as T) : undefined;
    },
    forget(collection) {
      for (const entry of entries.values()) {
        if (collection && !entry.collections.includes(collection)) continue;
        entry.loadedAt = Number.NEGATIVE_INFINITY;
      }
      if (collection) changes.set(collection, (changes.get(collection) ?? 0) + 1);
      else changesOfAll += 1;
      // What is being read now may be from before the change: whoever asks from here on reads anew.
      loading.clear();
    },
  };
  return cache;
}
