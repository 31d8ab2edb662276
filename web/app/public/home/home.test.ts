import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';

let site: FastifyInstance;
let body: string;
beforeAll(async () => {
  site = await siteWithoutDatabase();
  body = (await site.inject({ url: '/', headers: { accept: 'text/html' } })).body;
});
afterAll(() => site.close());

const all = (pattern: RegExp, text = body) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** A chapter up to the next one. */
const chapter = (id: string) =>
  body.split('<section class="section').find((part) => part.includes(` id="${id}"`));

describe('the top of the home page', () => {
  test('is the title, the lead and the buttons that editors wrote, with the phone and its version', () => {
    expect(body).toContain('<h1>Our mission &lt;b&gt;</h1>');
    expect(body).toMatch(/<div class="hero" data-version="v-home">/);
    expect(body).toContain('<a class="button" href="/free-case-evaluation">Begin</a>');
    expect(body).toContain('<a class="button secondary" href="/sign-contract">Sign</a>');
    expect(body).toMatch(/<p class="hero-phone"><a href="tel:\+12015550142">/);
  });

  test('and its head is theirs too, the slogan of the firm included', () => {
    expect(body).toContain('<title>Help with claims | Test Firm</title>');
    expect(body).toContain('"slogan":"Our mission \\u003cb');
  });
});

describe('the chapters of the home page', () => {
  test('are its parts in their order, each at its anchor; testimonials and people without any are left out', () => {
    expect(all(/<section class="section[^"]*" id="([^"]+)"/g)).toEqual([
      ...[
        'portal',
        'services',
        'about',
        'appeal',
        'hearing',
        'our-network',
        'people',
        'testimonials',
        'contact',
        'articles',
      ],
    ]);
  });

  test('stand on the ground and beside the illustration that editors chose', () => {
    expect(body).toContain('<section class="section paper" id="services"');
    expect(body).toContain('<section class="section mist" id="appeal"');
    expect(chapter('about')).toContain('class="illustration small-illustration"');
    expect(chapter('services')).not.toContain('class="illustration small-illustration"');
  });

  test('a call to action alone is a band, whose buttons leave the first place to those at the top', () => {
    expect(body).toContain('<section class="section mist band" id="portal"');
    expect(chapter('portal')).toContain('<a class="button secondary" href="/client-login">Client Login</a>');
    expect(body).toContain('<section class="section" id="our-network"');
  });

  test('hold the parts that belong to them, whose headings are one level lower', () => {
    const levels = all(/<(h[2-6])[ >]/g, chapter('appeal'));
    expect(levels).toEqual(['h2', 'h3', 'h3', 'h3', 'h4']);
    expect(chapter('about')).toMatch(/<dl class="figures">.*<h3>Who we are<\/h3>/s);
    expect(chapter('our-network')).toContain('<ul class="link-row">');
  });

  test('show who works there and where, with initials where there is no photograph', () => {
    expect(chapter('people')).toMatch(
      /aria-hidden="true">AK<\/span><span><strong>Ann Known<\/strong><br\/>Hearings/,
    );
    expect(chapter('people')).toMatch(/<address>.*Our office.*1 Main Street.*Newark, NJ 07102.*<\/address>/);
  });

  test('fold what editors folded, with its anchor inside, so that a link to it opens it', () => {
    expect(chapter('people')).toMatch(
      /<details><summary><h3>Do you qualify\?<\/h3><\/summary><div class="faq-answer" id="do-you-qualify">.*<h4>It lasts/,
    );
  });

  test('show two testimonials, and the others when they are opened', () => {
    expect(chapter('testimonials')).toMatch(/Maria T\..*Ben K\..*<summary><h3>One more<\/h3>.*Ada L\./);
  });

  test('end the list of articles with the way to all of them', () => {
    expect(chapter('articles')).toContain('<a class="button secondary" href="/faq">All articles</a>');
  });

  test('a card with an icon leads on by a button', () => {
    expect(chapter('services')).toMatch(
      /<li class="card service"><svg.*?<a class="button secondary" href="#about">Us<\/a>/s,
    );
  });

  test('list the articles with their days and versions', () => {
    expect(chapter('articles')).toContain('data-version="v-ssdi-vs-ssi"');
    expect(chapter('articles')).toContain('<time dateTime="2024-01-16">1/16/2024</time>');
  });
});

test('the home page has no anchor twice, no dead one, no skipped level of headings and no script', () => {
  const ids = all(/ id="([^"]+)"/g);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(all(/(?:href="#|aria-labelledby=")([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
  const levels = all(/<h([1-6])[ >]/g).map(Number);
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(body.match(/<script(?![^>]*application\/ld\+json)/g)).toBeNull();
  expect(body).not.toMatch(/modulepreload|\sstyle=/);
});

test('without its content the home page says that it is briefly unavailable, and names the phone', async () => {
  const empty = await siteWithoutDatabase({ content: { 'page home': null } });
  const answer = await empty.inject({ url: '/', headers: { accept: 'text/html' } });
  await empty.close();
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('We will be right back');
  expect(answer.body).toContain('(201) 555-0142');
});
