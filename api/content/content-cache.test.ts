import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { keyForAsked, makeContentCache } from './content-cache.ts';

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

  it('stays, however many values visitors ask for, and those make room for each other', async () => {
    const cache = makeContentCache();
    await cache.remember('a', ['articles'], async () => 'content');
    for (let at = 0; at < 10_000; at += 1)
      await cache.remember(keyForAsked(`query ${at}`), ['articles'], async () => at);
    expect(cache.fresh('a')).toBe('content');
    const kept = Array.from({ length: 10_000 }, (_, at) => cache.fresh(keyForAsked(`query ${at}`)));
    expect(kept.filter((value) => value !== undefined).length).toBeLessThanOrEqual(400);
    expect(kept.at(-1)).toBe(9_999);
  });

  it('that visitors ask for is read again after a change as well', async () => {
    const cache = makeContentCache();
    const { read } = counted();
    await cache.remember(keyForAsked('a'), ['articles'], read);
    cache.forget('articles');
    expect(await cache.remember(keyForAsked('a'), ['articles'], read)).toBe(2);
  });

  it('is read again after a minute even without a change event', async () => {
    let now = 0;
    const cache = makeContentCache({ now: () => now });
    const { read } = counted();
    await cache.remember('a', ['articles'], read);
    now = 59_000;
    expect(await cache.remember('a', ['articles'], read)).toBe(1);
    now = 61_000;
    expect(await cache.remember('a', ['articles'], read)).toBe(2);
  });

  it.each([
    ['in winter', '2027-01-01T04:59:59.999Z', '2027-01-01T05:00:00Z'],
    ['in summer', '2027-07-01T03:59:59.999Z', '2027-07-01T04:00:00Z'],
    ['on the day that the clocks go back', '2026-11-01T03:59:59.999Z', '2026-11-01T04:00:00Z'],
    ['on the day after it', '2026-11-02T04:59:59.999Z', '2026-11-02T05:00:00Z'],
    ['on the day after they go forward', '2027-03-15T03:59:59.999Z', '2027-03-15T04:00:00Z'],
  ])(
    'is read again after midnight in New Jersey, %s, with all that is derived from it',
    async (_when, last, first) => {
      let now = Date.parse(last) - 1_000;
      const cache = makeContentCache({ now: () => now });
      const day = async () => (now < Date.parse(first) ? 'yesterday' : 'today');
      const page = () => cache.memoizeDerived('page', (content) => content.remember('day', ['figures'], day));
      expect(await page()).toBe('yesterday');
      now = Date.parse(last);
      expect(cache.fresh('page')).toBe('yesterday');
      now = Date.parse(first);
      expect(cache.fresh('page')).toBeUndefined();
      expect(await page()).toBe('today');
      expect(cache.fresh('page')).toBe('today');
    },
  );

  it('that began to load before midnight is not for those who ask after it', async () => {
    let now = Date.parse('2027-01-01T04:59:59Z');
    const cache = makeContentCache({ now: () => now });
    const reads: ((value: string) => void)[] = [];
    const read = () => new Promise<string>((resolve) => reads.push(resolve));
    const before = cache.remember('a', ['figures'], read);
    now = Date.parse('2027-01-01T05:00:00Z');
    const after = cache.remember('a', ['figures'], read);
    reads[1]?.('new year');
    reads[0]?.('old year');
    expect([await before, await after]).toEqual(['old year', 'new year']);
    expect(cache.fresh('a')).toBe('new year');
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
    const cache = makeContentCache({ now: () => now });
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

  it('is asked of a database that is away every two seconds, however many values and pages need it', async () => {
    let now = 0;
    let asked = 0;
    const cache = makeContentCache({ now: () => now });
    await cache.remember('old', ['articles'], async () => 'old');
    const away = async () => {
      asked += 1;
      throw new mongo.MongoNetworkError('away');
    };
    const read = () =>
      cache.memoizeDerived('page', (content) => content.remember(`value ${asked}`, ['articles'], away));
    now = 120_000;
    await expect(read()).rejects.toThrow('away');
    now = 121_900;
    await expect(read()).rejects.toThrow('away');
    expect(await cache.remember('old', ['articles'], away)).toBe('old');
    expect(asked).toBe(1);
    now = 122_100;
    await expect(read()).rejects.toThrow('away');
    expect(asked).toBe(2);
    // It is back, and whoever needs a value need not wait for the two seconds to end.
    cache.askAgain();
    expect(await cache.remember('old', ['articles'], async () => 'new')).toBe('new');
  });
});
