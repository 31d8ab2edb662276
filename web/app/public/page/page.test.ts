import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';

let site: FastifyInstance;
let body: string;
const read = (url: string) => site.inject({ url, headers: { accept: 'text/html' } });
beforeAll(async () => {
  site = await siteWithoutDatabase();
  body = (await read('/every-kind')).body;
});
afterAll(() => site.close());

const all = (pattern: RegExp, text = body) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('an address without a page', () => {
  test.each(['/no-such-page', '/deep/er/address', '/%F0%9F%98%80', '/..%2f..%2fetc', `/${'x'.repeat(1500)}`])(
    '%s is "Oops! Page not found"',
    async (url) => {
      const answer = await read(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('Oops! Page not found');
    },
  );

  test.each([
    ['/former-page', 301, '/every-kind'],
    ['/former/deep/page', 302, '/faq'],
  ])('%s leads to where an editor sent its visitors', async (from, status, to) => {
    const answer = await read(from);
    expect([answer.statusCode, answer.headers.location]).toEqual([status, to]);
  });

  test('a built-in page is not replaced by an editors’ page of the same name', async () => {
    expect((await read('/verify')).body).toContain('<h1>Check a signed contract</h1>');
  });
});

describe('a page', () => {
  test('runs no script and has no inline style', () => {
    expect(body.match(/<script(?![^>]*application\/ld\+json)/g)).toBeNull();
    expect(body).not.toMatch(/modulepreload|\sstyle=|\son\w+=/);
  });

  test('has unique anchors, and no link to a missing anchor', () => {
    const ids = all(/ id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(all(/href="#([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has headings that do not skip a level', () => {
    const levels = all(/<h([1-6])[ >]/g).map(Number);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test('shows its breadcrumbs, its last change and the date of its figures', () => {
    expect(body).toMatch(/<a href="\/">Home<\/a><\/li><li><span>Basics<\/span><\/li>/);
    expect(body).toContain('<span aria-current="page">Every kind</span>');
    expect(body).toContain(
      'Last updated <time dateTime="2024-02-01T00:00:00.000Z">1/31/2024</time>. Figures as of 12/31/2024.',
    );
  });

  test('has an illustration at its top only if editors chose one', async () => {
    const faq = await site.inject({ url: '/faq', headers: { accept: 'text/html' } });
    expect(faq.body).toContain('<svg class="illustration small-illustration"');
    expect(body).not.toContain('small-illustration');
  });

  test('is marked as the current page in the menu', () => {
    expect(body).toContain('<a href="/every-kind" aria-current="page">Every kind</a>');
    expect(body).not.toContain('<a href="/articles/ssdi-vs-ssi" aria-current');
  });

  test('has its breadcrumbs as structured data', () => {
    const [data = '{}'] = all(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'http://site.test/' },
        { position: 2, name: 'Every kind', item: 'http://site.test/every-kind' },
      ],
    });
    expect(body).toContain('<link rel="canonical" href="http://site.test/every-kind"/>');
  });
});

describe('the parts of a page', () => {
  test('a picture has several widths, its own size and a text alternative', () => {
    expect(body).toContain('srcSet="/media/table-480.webp 480w, /media/table.webp 1600w"');
    expect(body).toMatch(/<img[^>]*width="1600" height="900" alt="Two people at a table" loading="lazy"/);
  });

  test('every cell of a table names its column, and every row has a header', () => {
    expect(body).toContain('<caption>Two programs</caption>');
    expect(all(/<th scope="col">([^<]+)/g)).toEqual(['Question', 'SSDI', 'SSI']);
    expect(body).toContain('<th scope="row">Is work needed?</th><td data-label="SSDI">Yes</td>');
  });

  test('a callout gives its tone in a word', () => {
    expect(all(/<p class="callout-tone"><svg.*?<\/svg>([^<]+)/g)).toEqual([
      'Good to know',
      'Take care',
      'Important',
    ]);
  });

  test('an answer opens by its link, one at a time', () => {
    expect(body).toMatch(/<details name="questions-answers">.*?<div class="faq-answer" id="who-pays">/);
  });

  test('listings open independently of each other', () => {
    expect(body).toMatch(/<details><summary><span class="listing-number">1\.00<\/span>/);
  });

  test('a testimonial is a quote with its author', () => {
    expect(body).toMatch(
      /<figure class="testimonial"><blockquote>.*?<figcaption>.*?Maria T\..*?Essex County/,
    );
  });

  test('the deadline helper leads back to the page that it stands on', () => {
    expect(body).toContain('action="/every-kind#deadline"');
  });
});

describe('the appeal deadline', () => {
  test('of an impossible date is refused on the page, which says so in its title and is not cached', async () => {
    const answer = await read('/every-kind?letter-month=13&letter-day=1&letter-year=2024');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(/<title>Error: /);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is found for the date of a letter, without caching and indexing', async () => {
    const answer = await read('/every-kind?letter-month=11&letter-day=12&letter-year=2024');
    expect(answer.statusCode).toBe(200);
    expect(answer.body.replaceAll(/<[^>]*>/g, '')).toContain('January 16, 2025');
    expect(answer.body).toContain('content="noindex"');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
