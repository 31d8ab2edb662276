import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editorsPages, siteWithoutDatabase } from '#web/testing/site-without-database.ts';
import { evaluationHref } from './ui/pages/navigation.ts';

let site: FastifyInstance;
beforeAll(async () => {
  site = await siteWithoutDatabase();
});
afterAll(() => site.close());

const read = (url: string, cookie = '') => site.inject({ url, headers: { accept: 'text/html', cookie } });
const contentPages = ['/', '/faq', '/articles/ssdi-vs-ssi', '/articles/not-written', '/nowhere'];

describe('a page that does not exist', () => {
  test('an unknown address is "Oops! Page not found" with the way home, the phone, search and the four situations', async () => {
    const { statusCode, body } = await read('/nowhere');
    expect(statusCode).toBe(404);
    expect(body).toContain('<h1>Oops! Page not found</h1>');
    expect(body).toMatch(/<a class="button" href="\/">Return to Home<\/a>/);
    expect(body).toContain('tel:+12015550142');
    expect(body).toContain('id="missing-search"');
    const [, ways = ''] = body.split('Where are you now?');
    expect(
      [...(ways.split('</ul>')[0] ?? '').matchAll(/<li><a href="([^"]+)">([^<]+)</g)].map(
        ([, ...way]) => way,
      ),
    ).toEqual([
      ['/free-case-evaluation', 'I want help to apply'],
      ['/appeal-denial#deadline', 'I have a denial letter'],
      ['/#hearing', 'My hearing is soon'],
      ['/client-login', 'I am already a client'],
    ]);
  });

  test('an unknown article is "Article Coming Soon", not found, with ways on', async () => {
    const { statusCode, body } = await read('/articles/not-written');
    expect(statusCode).toBe(404);
    expect(body).toContain('<h1>Article Coming Soon</h1>');
    expect(body).toContain('<a class="button" href="/#articles">Back to Articles</a>');
    expect(body).toContain('content="noindex"');
  });

  test('an article that moved leads to where it is now', async () => {
    const answer = await read('/articles/former-name');
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location).toBe('/articles/ssdi-vs-ssi');
  });

  test('/contact leads to the contact section of the home page', async () => {
    const answer = await read('/contact');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/#contact');
  });
});

describe.each(contentPages)('%s', (url) => {
  test('runs no script and has no inline style', async () => {
    const { body } = await read(url);
    const scripts = body.match(/<script[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !tag.includes('application/ld+json'))).toEqual([]);
    expect(body).not.toMatch(/modulepreload|\sstyle=|\son\w+=/);
  });

  test('needs one style sheet, one font and one icon from us, and nothing from elsewhere', async () => {
    const { body } = await read(url);
    const needs = [...body.matchAll(/<(?:link|img|iframe)[^>]*?(?:href|src)="([^"]+)"[^>]*>/g)]
      .filter(([tag]) => !/rel="(canonical|alternate)"/.test(tag))
      .map(([, address = '']) => address.replace(/-[\w-]{8}\./, '.'));
    expect(needs.sort()).toEqual([
      '/assets/atkinson-hyperlegible-next-latin-wght-normal.woff2',
      '/assets/root.css',
      '/favicon.svg',
    ]);
  });

  test('has one main, one first heading and a link that skips to it', async () => {
    const { body } = await read(url);
    expect(body.match(/<main/g)).toHaveLength(1);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).toMatch(/<body><a class="skip-link" href="#main">/);
    expect(body).toContain('<main id="main"');
  });
});

describe('the head of a page', () => {
  test('title, description and address are its own', async () => {
    const heads = await Promise.all(
      contentPages.slice(0, 3).map(async (url) => {
        const { body } = await read(url);
        expect(body).toContain(`<link rel="canonical" href="http://site.test${url}"/>`);
        expect(body).toContain('<meta property="og:title"');
        return [
          /<title>(.*?)<\/title>/.exec(body)?.[1],
          /name="description" content="(.*?)"/.exec(body)?.[1],
        ];
      }),
    );
    expect(new Set(heads.flat()).size).toBe(6);
  });

  test('an article is described to search engines, and its text can not end the description', async () => {
    const [article, crumbs] = structuredData((await read('/articles/ssdi-vs-ssi')).body);
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'About ssdi-vs-ssi <b>',
      datePublished: '2024-01-16',
      mainEntityOfPage: { '@id': 'http://site.test/articles/ssdi-vs-ssi' },
    });
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(crumbs.itemListElement).toHaveLength(3);
  });

  test('the questions are described with their answers', async () => {
    const [faq] = structuredData((await read('/faq')).body);
    expect(faq['@type']).toBe('FAQPage');
    expect(faq.mainEntity).toMatchObject([
      { name: 'What is SSDI?', acceptedAnswer: { text: 'Insurance.' } },
      { name: 'And </script> SSI?', acceptedAnswer: { text: 'Help </script>.' } },
    ]);
  });
});

describe('the questions', () => {
  test('are a group of which one is open at a time, with the link’s target inside the answer', async () => {
    const { body } = await read('/faq');
    expect(body.match(/<details name="faq" /g)).toHaveLength(2);
    expect(body).toMatch(/<\/summary><div class="faq-answer" id="what-is-ssdi">/);
  });
});

describe('an article', () => {
  test('shows date, title, text, the way back and the two calls to action', async () => {
    const { body } = await read('/articles/ssdi-vs-ssi');
    expect(body).toContain('<time dateTime="2024-01-16">1/16/2024</time>');
    expect(body).toContain('<h1>About ssdi-vs-ssi &lt;b&gt;</h1>');
    expect(body).toContain('<p>Body text.</p>');
    expect(body).toContain('Figures as of');
    const [, main = ''] = body.split('<main');
    for (const href of ['/#articles', evaluationHref, '/contact']) expect(main).toContain(`href="${href}"`);
  });
});

describe('what a text rests on', () => {
  const meaning = 'The day on which it began.';
  const word = { id: 'onset-date', term: 'onset date', also: [], meaning, figureNames: [] };
  const sourced = {
    slug: 'ssdi-vs-ssi',
    title: 'SSDI and SSI',
    description: 'Both.',
    date: '1/16/2024',
    isoDate: '2024-01-16',
    isoUpdated: '2024-03-05T00:00:00.000Z',
    version: 'v-1',
    html: '<p>Your <button type="button" class="word" popovertarget="word-onset-date">onset date</button>.</p>',
    headings: [],
    links: [],
    metaTitle: 'SSDI and SSI',
    metaDescription: 'Both.',
    illustration: 'papers',
    sources: [
      {
        title: 'Five steps',
        number: '20 CFR 404.1520',
        address: 'https://www.ecfr.gov/current/title-20/section-404.1520',
      },
    ],
    review: null,
    nextReview: '2026-11-22',
    overdue: false,
    changeNote: null,
    figureNotes: { asOf: null, yearlyAsOf: null, newYear: null, overdue: [] },
    words: [word],
  };
  const readWith = async (over: object) => {
    const changed = await siteWithoutDatabase({
      content: { 'article ssdi-vs-ssi': { ...sourced, ...over } },
    });
    const { body } = await changed.inject({ url: '/articles/ssdi-vs-ssi', headers: { accept: 'text/html' } });
    await changed.close();
    return body;
  };

  test('is named at its end with number and link, and nobody vouches for it unless somebody has', async () => {
    const body = await readWith({});
    expect(body).toContain(
      '<a href="https://www.ecfr.gov/current/title-20/section-404.1520">Five steps (20\u00a0CFR\u00a0404.1520)</a>',
    );
    expect(body).not.toMatch(/reviewed|due for a review/i);
    expect(structuredData(body)[0]).toMatchObject({
      citation: [{ name: 'Five steps (20 CFR 404.1520)' }],
      mainEntityOfPage: { '@id': 'http://site.test/articles/ssdi-vs-ssi' },
    });
  });

  test('is vouched for by name and day, also to search engines', async () => {
    const body = await readWith({ review: { by: 'R. Example', isoDate: '2026-10-01' } });
    expect(body.replaceAll('<!-- -->', '')).toMatch(
      /Last reviewed on <time dateTime="2026-10-01">October 1, 2026<\/time> by R. Example. The next review is due on November 22, 2026./,
    );
    expect(structuredData(body)[0]).toMatchObject({
      mainEntityOfPage: { lastReviewed: '2026-10-01', reviewedBy: { name: 'R. Example' } },
    });
  });

  test('says in one sentence that a review is overdue, before the text begins', async () => {
    const body = await readWith({ overdue: true });
    const [before = ''] = body.split('<p>Your ');
    expect(before.replaceAll('<!-- -->', '')).toContain(
      'This page was due for a review on <time dateTime="2026-11-22">November 22, 2026</time>, so check',
    );
  });

  test('names the figures that nobody checked in time as those of the last check, with its day', async () => {
    const fee = { label: 'Fee cap', value: '$9,200', checkedOn: '11/21/2026' };
    const wait = { label: 'Wait', value: '8 months', checkedOn: '2/3/2025' };
    const noteOf = async (...overdue: object[]) =>
      (await readWith({ figureNotes: { asOf: null, yearlyAsOf: null, overdue, newYear: null } })).replace(
        /<[^>]+>/g,
        '',
      );
    expect(await noteOf(fee)).toContain(
      'The figure “Fee cap” was $9,200 when we last checked it, on 11/21/2026. It may have changed. Please ask us before you rely on it.',
    );
    expect(await noteOf(fee, wait)).toContain(
      'When we last checked, “Fee cap” was $9,200 (11/21/2026); “Wait” was 8 months (2/3/2025). These figures may have changed.',
    );
  });

  test('says that the new year changes amounts, both of those that are known, and that others come', async () => {
    const change = { from: 'January 1, 2027', until: 'December 31, 2026' };
    const limit = { label: 'Work limit', value: '$1', next: '$2' };
    const noteOf = async (newYear: object | null) =>
      (await readWith({ figureNotes: { asOf: null, yearlyAsOf: null, overdue: [], newYear } })).replace(
        /<[^>]+>/g,
        '',
      );
    expect(await noteOf(null)).not.toContain('January 1, 2027');
    const changes = 'Some amounts on this page change on January 1, 2027.';
    const toCome = 'We add the new ones as soon as we have checked them.';
    expect(await noteOf({ ...change, known: [], isIncomplete: true })).toContain(
      `${changes} Until then, these apply. ${toCome}`,
    );
    const both = 'Work limit: $1 until December 31, 2026, and $2 from January 1, 2027.';
    const allKnown = await noteOf({ ...change, known: [limit], isIncomplete: false });
    expect(allKnown).toContain(both);
    expect(allKnown).not.toContain(toCome);
    const someKnown = await noteOf({ ...change, known: [limit], isIncomplete: true });
    expect(someKnown).toContain(`${both}Other yearly amounts change that day, too. ${toCome}`);
  });

  test('says when it was last updated, and what changed where editors say it', async () => {
    const updated = 'Last updated <time dateTime="2024-03-05T00:00:00.000Z">3/4/2024</time>';
    expect((await readWith({})).replaceAll('<!-- -->', '')).toContain(`${updated}.`);
    const noted = await readWith({ changeNote: 'We name the new limit.' });
    expect(noted.replaceAll('<!-- -->', '')).toContain(`${updated}. What changed: We name the new limit.`);
  });

  test('has a note for each word that is marked, without script', async () => {
    const body = await readWith({});
    expect(body).toMatch(/<div popover="auto" id="word-onset-date"[^>]* role="dialog"[^>]* autofocus=""/);
    expect(body).toContain('href="/glossary#onset-date"');
    expect(body.match(/<script(?![^>]*application\/ld\+json)/g)).toBeNull();
  });
});

describe('the confirmation of a case evaluation', () => {
  test.each([
    '<b>',
    'K7Q2-M9XA',
    'case-evaluation.K7Q2-M9XA<script>',
    'case-evaluation.k7q2',
    'other.K7Q2-M9XA',
  ])('a made-up reference %s is not shown', async (sent) => {
    const { body } = await read('/', `sent=${sent}`);
    expect(body).not.toContain('Case Evaluation Submitted!');
  });

  test('is shown on the home page, with the next steps and a link to the deadline helper, and is not cached', async () => {
    const answer = await read('/', 'sent=case-evaluation.K7Q2-M9XA');
    expect(answer.body).toContain('Case Evaluation Submitted!');
    // When it was sent is known as long as its copy is there, so no time is promised here.
    expect(answer.body).toContain('A disability expert will contact you during our office hours.');
    expect(answer.body).not.toContain('24 hours');
    expect(answer.body).toContain('K7Q2-M9XA');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.body).toContain('We do not represent you yet. Your deadline keeps running.');
    expect(answer.body).toContain('href="/appeal-denial#deadline"');
    expect(answer.body).toContain('What happens next');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await read('/')).body).not.toContain('Case Evaluation Submitted!');
  });

  test('says when someone calls, besides the words of the form', async () => {
    const { body } = await read('/', 'sent=case-evaluation.K7Q2-M9XA');
    expect(body.replaceAll('<!-- -->', '')).toMatch(
      /Someone will call you during our office hours: [^<]+ from \d+:\d\d\sAM, Eastern time\./,
    );
  });
});

describe('caching', () => {
  test('a content page is revalidated each time and sent again only when it changed', async () => {
    const { headers } = await read('/faq');
    expect(headers['cache-control']).toBe('public, max-age=0, stale-if-error=86400');
    const again = await site.inject({ url: '/faq', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});

test('the contact section names the holidays on which nobody answers', async () => {
  const { body } = await read('/every-kind');
  expect(body).toContain('<p>Closed on Thanksgiving Day and Christmas Day.</p>');
});

test('no link on a public page is dead, and every anchor exists', async () => {
  const visited = new Map<string, string>();
  const wanted = ['/', '/faq', '/articles/ssdi-vs-ssi', '/sitemap.xml'];
  const dead: string[] = [];
  for (const link of wanted) {
    const [path = '', anchor] = link.split('#');
    if (!visited.has(path)) {
      const answer = await read(path);
      if (answer.statusCode === 404) dead.push(link);
      visited.set(path, answer.body);
      const found = [...answer.body.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
      for (const href of found) {
        const full = href.startsWith('#') ? path + href : href;
        if (full.startsWith('/') && !wanted.includes(full)) wanted.push(full);
      }
    }
    if (anchor && !editorsPages.includes(path.slice(1)) && !visited.get(path)?.includes(`id="${anchor}"`))
      dead.push(`${link}: no such anchor`);
  }
  expect(dead).toEqual([]);
  expect(visited.size).toBeGreaterThan(10);
});

describe('machine-readable pages', () => {
  test('the sitemap names every public page, those of editors with the day of their last change', async () => {
    const { body, headers } = await read('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    for (const path of ['/verify', '/attorney-directory', evaluationHref])
      expect(body).toContain(`<url><loc>http://site.test${path}</loc></url>`);
    expect(body).toContain(
      '<loc>http://site.test/articles/ssdi-vs-ssi</loc><lastmod>2024-03-05T00:00:00.000Z</lastmod>',
    );
    expect(body).toContain('<loc>http://site.test/</loc><lastmod>2024-02-01T00:00:00.000Z</lastmod>');
    expect(body).toContain(
      '<loc>http://site.test/appeal-denial</loc><lastmod>2024-02-01T00:00:00.000Z</lastmod>',
    );
    for (const path of ['/client-login', '/client-register', '/call-me'])
      expect(body).toContain(`<loc>http://site.test${path}</loc>`);
    expect(body).not.toMatch(/\/(admin|client-portal|contact|resume|forgot-pin|new-pin)</);
  });

  test('robots.txt names the sitemap and keeps search engines out of private pages', async () => {
    const lines = (await read('/robots.txt')).body.split('\n');
    expect(lines).toContain('Sitemap: http://site.test/sitemap.xml');
    for (const path of ['/admin', '/cms', '/free-case-evaluation/'])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).not.toContain('Disallow: /free-case-evaluation');
  });

  test('the feed has every article, as text and never as markup, and is named by home and articles', async () => {
    const { body, headers } = await read('/articles.xml');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body.match(/<entry>/g)?.length).toBe(body.match(/<id>http:\/\/site.test\/articles\//g)?.length);
    expect(body).toContain('<title>About ssdi-vs-ssi &#60;b&#62;</title>');
    expect(body).toContain('<updated>2024-03-05T00:00:00.000Z</updated>');
    const named = '<link rel="alternate" type="application/atom+xml" title="Articles" href="/articles.xml"/>';
    for (const url of ['/', '/articles/ssdi-vs-ssi']) expect((await read(url)).body).toContain(named);
  });

  test('a shared link has a picture with its size and what it shows, and the picture is there', async () => {
    const { body } = await read('/articles/ssdi-vs-ssi');
    expect(body).toContain('<meta property="og:image" content="http://site.test/share.png"/>');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const [, width] = /property="og:image:width" content="(\d+)"/.exec(body) ?? [];
    const [, height] = /property="og:image:height" content="(\d+)"/.exec(body) ?? [];
    expect(body).toMatch(/property="og:image:alt" content="[^"]{20,}"/);
    const picture = await readFile(new URL('../public/share.png', import.meta.url));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([Number(width), Number(height)]);
    expect(picture.length).toBeLessThan(100_000);
  });

  test('the firm is described at home', async () => {
    const [firm] = structuredData((await read('/')).body);
    expect(firm).toMatchObject({ name: 'Test Firm', telephone: '+12015550142', url: 'http://site.test/' });
    expect(firm['@type']).toContain('Organization');
  });
});

function structuredData(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.map(([, json = '']) => JSON.parse(json));
}
