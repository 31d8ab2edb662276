import { describe, expect, it } from 'vitest';
import { makeContentCache } from './content-cache.ts';

function counted() {
  let count = 0;
  return { read: async () => ++count, count: () => count };
}

describe('cached content', () => {
  it('is read once for any number of simultaneous calls', async () => {
    const cache = makeContentCache();
    const { read, count } = counted();
    await Promise.all(Array.from({ length: 50 }, () => cache.remember('a', ['articles'], read)));
    expect(count()).toBe(1);
  });

  it('is read again after a change in a collection that it depends on, and only then', async () => {
    const cache = makeContentCache();
    const { read, count } = counted();
    await cache.remember('a', ['articles'], read);
    cache.forget('faq');
    await cache.remember('a', ['articles'], read);
    expect(count()).toBe(1);
    cache.forget('articles');
    expect(await cache.remember('a', ['articles'], read)).toBe(2);
  });

  it('that changed while being read is not cached, and later callers get the new one', async () => {
    const cache = makeContentCache();
    const reads: ((value: string) => void)[] = [];
    const read = () => new Promise<string>((resolve) => reads.push(resolve));
    const before = cache.remember('a', ['articles'], read);
    cache.forget('articles');
    const after = cache.remember('a', ['articles'], read);
    reads[1]?.('new');
    reads[0]?.('old');
    expect([await before, await after]).toEqual(['old', 'new']);
    expect(await cache.remember('a', ['articles'], async () => 'read again')).toBe('new');
  });

  it('is read again after a minute even without a change event', async () => {
    let now = 0;
    const cache = makeContentCache(() => now);
    const { read } = counted();
    await cache.remember('a', ['articles'], read);
    now = 59_000;
    expect(await cache.remember('a', ['articles'], read)).toBe(1);
    now = 61_000;
    expect(await cache.remember('a', ['articles'], read)).toBe(2);
  });

  it('derived from other cached content is recomputed when any of it changes', async () => {
    const cache = makeContentCache();
    const { read, count } = counted();
    const page = () =>
      cache.memoizeDerived('page', async (content) => {
        await content.remember('a', ['articles'], async () => 'an article');
        await content.remember('b', ['globals'], async () => footer);
        return read();
      });
    let footer = 'the footer';
    await page();
    await page();
    expect(count()).toBe(1);
    expect(cache.fresh('page')).toBe(1);
    cache.forget('faqs');
    await page();
    expect(count()).toBe(1);
    footer = 'another footer';
    cache.forget('globals');
    expect(cache.fresh('page')).toBeUndefined();
    await page();
    expect(count()).toBe(2);
  });

  it('derived from other cached content is kept when that is reloaded unchanged', async () => {
    const cache = makeContentCache();
    const { read, count } = counted();
    let title = 'a title';
    const page = () =>
      cache.memoizeDerived('page', async (content) => {
        await content.memoizeDerived('addresses', async (inner) => {
          const articles = await inner.remember('articles', ['articles'], async () => [{ slug: 'a', title }]);
          return new Map(articles.map(({ slug }) => [slug, true]));
        });
        await content.remember('footer', ['globals'], async () => 'the footer');
        return read();
      });
    await page();
    title = 'another title, not shown on this page';
    cache.forget('articles');
    expect(cache.fresh('page')).toBeUndefined();
    await page();
    expect([count(), cache.fresh('page')]).toEqual([1, 1]);
    expect(await cache.remember('articles', ['articles'], async () => 'kept')).toEqual([
      { slug: 'a', title },
    ]);
  });

  it("is served stale after a second's wait, and then not reloaded for five", async () => {
    let now = 0;
    let asked = 0;
    const cache = makeContentCache(() => now);
    await cache.remember('a', ['articles'], async () => 'kept');
    cache.forget('articles');
    const never = () => {
      asked += 1;
      return new Promise<string>(() => {});
    };
    const before = performance.now();
    expect(await cache.remember('a', ['articles'], never)).toBe('kept');
    expect(performance.now() - before).toBeGreaterThan(900);
    now = 4_000;
    expect([await cache.remember('a', ['articles'], never), asked]).toEqual(['kept', 1]);
    cache.forget('articles');
    expect(await cache.remember('a', ['articles'], async () => 'news')).toBe('news');
  });

  it('is served, however old, while the database is unreachable', async () => {
    const cache = makeContentCache();
    await cache.remember('a', ['articles'], async () => 'kept');
    cache.forget();
    const away = () => Promise.reject(new Error('no database'));
    expect(await cache.remember('a', ['articles'], away)).toBe('kept');
    await expect(cache.remember('never read', ['articles'], away)).rejects.toThrow();
  });
});
