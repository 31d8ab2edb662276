import { createLocalReq, type Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  body,
  emptyDatabases,
  goodArticle,
  goodPage,
  heading,
  link,
  openCms,
  paragraph,
} from '../testing.ts';
import type { RichText } from './rich-text.ts';
import { checkHeadings, checkTokens } from './validate.ts';

function made(...nodes: object[]): RichText {
  return body(...nodes) as unknown as RichText;
}

describe('headings', () => {
  it('a text that starts below level 2 is refused', () => {
    expect(checkHeadings(made(heading('h3', 'Deep')))).toBe(
      'The heading "Deep" is at level 3, but the one before it is at level 1. Make it level 2.',
    );
  });

  it('a skipped level is refused', () => {
    expect(checkHeadings(made(heading('h2', 'One'), heading('h4', 'Two')))).toContain('Make it level 3.');
  });

  it.each(['', '   '])('a heading without words is refused: "%s"', (words) => {
    expect(checkHeadings(made(heading('h2', words)))).toBe('A heading has no words. Write it or remove it.');
  });

  it('under the heading of a part of a page, a text starts at level 3', () => {
    expect(checkHeadings(made(heading('h4', 'Deep')), 2)).toContain('Make it level 3.');
    expect(checkHeadings(made(heading('h3', 'One'), heading('h4', 'Two')), 2)).toBeUndefined();
  });

  it('levels may go down one by one and up by any number', () => {
    const order = ['h2', 'h3', 'h4', 'h2', 'h3', 'h3'] as const;
    expect(checkHeadings(made(...order.map((tag) => heading(tag, tag))))).toBeUndefined();
  });

  it('a text without headings is accepted', () => {
    expect(checkHeadings(made(paragraph('Words')))).toBeUndefined();
  });
});

describe('links', () => {
  let cms: Payload;
  let checkLinks: typeof import('./validate.ts').checkLinks;
  beforeAll(async () => {
    cms = await openCms();
    // Only now: it reads the settings, which name the database that was just made.
    ({ checkLinks } = await import('./validate.ts'));
    await cms.create({ collection: 'pages', data: goodPage({ slug: 'careers', _status: 'published' }) });
    await cms.create({ collection: 'pages', draft: true, data: goodPage({ slug: 'not-yet' }) });
    await cms.create({
      collection: 'articles',
      data: goodArticle({ slug: 'back-pain', _status: 'published' }),
    });
    await cms.create({ collection: 'articles', draft: true, data: goodArticle({ slug: 'half-done' }) });
    await cms.create({ collection: 'redirects', data: { from: '/old', to: '/careers' } });
  });
  afterAll(() => emptyDatabases(cms));

  const ownOrigin = 'http://localhost:3000';
  const check = async (url: string, words = 'the page', about: object = {}) =>
    checkLinks(made(paragraph('See ', link(url, words))), { req: await createLocalReq({}, cms), ...about });

  it.each(['', '#', 'https://'])('a link that leads nowhere is refused: "%s"', async (url) => {
    expect(await check(url)).toBe('The link "the page" leads nowhere. Give it an address.');
  });

  it.each(['', ' '])('a link without words is refused: "%s"', async (words) => {
    expect(await check('/faq', words)).toContain('has no words');
  });

  it.each(['faq', './faq', 'www.example.org', 'https:///faq', 'javascript:alert(1)', 'data:text/html,x'])(
    'a target that is neither a path nor a full address is refused: %s',
    async (url) => {
      expect(await check(url)).toContain('must start with "/"');
    },
  );

  it('an address without its scheme is refused', async () => {
    expect(await check('//example.org/faq')).toContain('must start with one "/"');
  });

  it.each([`${ownOrigin}/faq`, 'https://localhost:3000/faq', `${ownOrigin.toUpperCase()}/faq`])(
    'a full address of this site is refused: %s',
    async (url) => {
      expect(await check(url)).toContain('leads to this site');
    },
  );

  it.each([
    '/no-such-page',
    '/not-yet',
    '/articles/half-done',
    '/articles/no-such-article',
    '/careers/',
    '/cms/api/media/file/no-such-file.pdf',
    '/client-portal/no-such-page',
  ])('a page of this site that is not public is refused: %s', async (url) => {
    expect(await check(url)).toBe(
      `The link "the page" leads to ${url}, where nothing is published. Correct the address, or publish that page first.`,
    );
  });

  it('a document may link to itself before it is public', async () => {
    const itself = { collectionSlug: 'articles', data: { slug: 'half-done' } };
    expect(await check('/articles/half-done', 'this text', itself)).toBeUndefined();
    expect(await check('/half-done', 'this text', itself)).toContain('nothing is published');
  });

  it.each([
    '/',
    '/#contact',
    '/faq',
    '/faq#wait',
    '/attorney-directory?state=NJ#results',
    '/client-portal',
    '/client-login',
    '/careers',
    '/articles',
    '/articles/back-pain',
    '/old',
    '#wait',
    'https://www.ssa.gov/',
    'mailto:someone@example.org',
    'tel:+15550100100',
  ])('a working target is accepted: %s', async (url) => {
    expect(await check(url)).toBeUndefined();
  });
});

describe('tokens in a body', () => {
  it('an unknown token is refused wherever it stands', () => {
    expect(checkTokens(made(heading('h2', 'About {{fones}}')))).toContain('{{fones}} is not known');
    expect(checkTokens(made(paragraph('See ', link('/faq', '{{fones}}'))))).toContain(
      '{{fones}} is not known',
    );
    expect(checkTokens(made(paragraph('See ', link('mailto:{{emial}}', 'us'))))).toContain('{{emial}}');
  });

  it('a token cut in two by a style is refused', () => {
    expect(checkTokens(made(paragraph('Call {{pho'), paragraph('ne}}')))).toContain('not complete');
  });

  it('known tokens are accepted', () => {
    expect(checkTokens(made(paragraph('{{phone}} or {{email}}')))).toBeUndefined();
  });
});
