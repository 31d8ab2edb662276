import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { escapeHtml } from '#api/platform/http/escape-html.ts';
import {
  body,
  goodArticle,
  goodListing,
  goodPage,
  goodTestimonial,
  link,
  paragraph,
} from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { pageText, readPageTexts } from './read-pages.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
});
afterAll(() => deps.close());

beforeEach(async () => {
  for (const collection of ['pages', 'articles', 'testimonials', 'listings', 'redirects'] as const) {
    await deps.payload.delete({ collection, where: {} });
  }
  deps.content.forget();
});

type Parts = ReturnType<typeof goodPage>['blocks'];
const published = { _status: 'published' } as const;
const text = (words: string) => body(paragraph(words));
const addPage = (slug: string, over: object = {}) =>
  deps.payload.create({ collection: 'pages', data: goodPage({ slug, ...published, ...over }) });
const addTestimonial = (author: string, over: object = {}) =>
  deps.payload.create({
    collection: 'testimonials',
    data: goodTestimonial({ author, ...published, ...over }),
  });
const addListing = (number: string, over: object = {}) =>
  deps.payload.create({ collection: 'listings', data: goodListing({ number, ...published, ...over }) });

describe('content.page and content.pages', () => {
  it('never show a draft, neither a new page nor a pending change', async () => {
    const { call } = visitor(deps);
    const { payload } = deps;
    await payload.create({ collection: 'pages', draft: true, data: goodPage({ slug: 'not-yet' }) });
    const { id } = await addPage('open');
    await payload.update({ collection: 'pages', id, draft: true, data: { title: 'A change on its way' } });
    deps.content.forget();
    expect((await call.content.pages()).map(({ slug, title }) => [slug, title])).toEqual([
      ['open', 'Careers'],
    ]);
    expect(await call.content.page({ slug: 'not-yet' })).toBeNull();
    expect((await call.content.page({ slug: 'open' }))?.title).toBe('Careers');
  });

  it('return nothing for an unknown slug or an unpublished page', async () => {
    const { call } = visitor(deps);
    expect(await call.content.page({ slug: 'nowhere' })).toBeNull();
    const { id } = await addPage('closing');
    await eventually(async () => expect(await call.content.page({ slug: 'closing' })).toBeTruthy());
    await deps.payload.update({ collection: 'pages', id, data: { _status: 'draft' } });
    await eventually(async () => expect(await call.content.page({ slug: 'closing' })).toBeNull());
  });

  it('show a published change at once', async () => {
    const { call } = visitor(deps);
    const { id } = await addPage('changing');
    await eventually(async () => expect(await call.content.page({ slug: 'changing' })).toBeTruthy());
    await deps.payload.update({ collection: 'pages', id, data: { lead: 'New words, {{feePercent}}.' } });
    await eventually(async () => {
      expect((await call.content.page({ slug: 'changing' }))?.lead).toBe('New words, 25%.');
    });
  });

  it('return every outgoing field, with tokens replaced and a harmful link target made safe', async () => {
    const { call } = visitor(deps);
    await addPage('fields', {
      meta: { title: 'Fees of {{firmName}}' },
      blocks: [
        { blockType: 'richText', text: text('Up to {{feeCap}} <b>.') },
        { blockType: 'keyPoints', heading: 'Points', points: [{ text: 'About {{initialDenialRate}}.' }] },
        {
          blockType: 'faq',
          heading: 'Asked',
          entries: [{ question: 'How much?', answer: text('Nothing.') }],
        },
        {
          blockType: 'table',
          heading: 'Compare',
          caption: 'A and B',
          columns: [{ label: 'A' }, { label: 'B' }],
          rows: [{ cells: [{ text: '{{feePercent}}' }, { text: 'None' }] }],
        },
        {
          blockType: 'callToAction',
          heading: 'Go on',
          text: body(paragraph('See ', link('/faq', 'questions'))),
          primaryLabel: 'Start',
          primaryTo: '/free-case-evaluation',
        },
      ],
    });
    // Written straight to the database, bypassing the CMS's checks, as a mistake or an intruder would.
    await deps.portal
      .useDb(deps.settings.CMS_DATABASE)
      .collection('pages')
      .updateOne({ slug: 'fields' }, { $set: { 'blocks.4.primaryTo': 'javascript:alert(1)' } });
    deps.content.forget();
    const { isoUpdated, version, ...page } = (await call.content.page({ slug: 'fields' })) ?? {};
    expect(Date.parse(String(isoUpdated))).toBeGreaterThan(0);
    expect(version).toMatch(/^[\w-]{10}$/);
    expect(page).toEqual({
      slug: 'fields',
      path: '/fields',
      title: 'Careers',
      lead: 'Work with us.',
      metaTitle: 'Fees of claimdesk',
      metaDescription: 'Work with us.',
      illustration: null,
      figureNotes: { asOf: '12/31/2024', yearlyAsOf: null, newYear: null, overdue: [] },
      sources: [],
      review: null,
      nextReview: null,
      overdue: false,
      changeNote: null,
      words: [],
      blocks: [
        { kind: 'richText', heading: null, html: '<p>Up to $7,200 &lt;b&gt;.</p>' },
        { kind: 'keyPoints', heading: 'Points', points: ['About 70% (our estimate).'] },
        {
          kind: 'faq',
          heading: 'Asked',
          listed: [],
          entries: [{ id: 'how-much', question: 'How much?', html: '<p>Nothing.</p>' }],
        },
        {
          kind: 'table',
          heading: 'Compare',
          caption: 'A and B',
          columns: ['A', 'B'],
          rows: [['25%', 'None']],
        },
        {
          kind: 'callToAction',
          heading: 'Go on',
          html: '<p>See <a href="/faq">questions</a></p>',
          primary: { label: 'Start', to: '#' },
          secondary: null,
        },
      ],
    });
  });

  it('call the firm, whatever its number is, where a button leads to its phone', async () => {
    const { call } = visitor(deps);
    const buttons = { primaryLabel: 'Call {{phone}}', primaryTo: 'tel:{{phone}}' };
    await addPage('calling', {
      blocks: [{ blockType: 'callToAction', heading: 'Now', text: text('Soon?'), ...buttons }],
    });
    deps.content.forget();
    const { phone, phoneHref } = await call.content.layout();
    expect((await call.content.page({ slug: 'calling' }))?.blocks).toMatchObject([
      { primary: { label: `Call ${phone}`, to: phoneHref } },
    ]);
  });

  it('show content from other collections as currently published, without drafts', async () => {
    const { call } = visitor(deps);
    const { payload } = deps;
    const one = await payload.create({
      collection: 'articles',
      data: goodArticle({ title: 'Public', slug: 'public', ...published }),
    });
    const two = await payload.create({
      collection: 'articles',
      draft: true,
      data: goodArticle({ title: 'Secret', slug: 'secret' }),
    });
    await addTestimonial('Maria T.', { showOnHome: true });
    await addListing('8.00');
    const blocks = [
      { blockType: 'articleList', heading: 'Read', articles: [one.id, two.id] },
      { blockType: 'testimonials', heading: 'Said', show: 'home' },
      { blockType: 'listings', heading: 'Listed' },
    ] as Parts;
    await addPage('elsewhere', { blocks });
    deps.content.forget();
    const parts = async () => (await call.content.page({ slug: 'elsewhere' }))?.blocks ?? [];
    const [list, testimonials, listed] = await parts();
    expect(list).toMatchObject({
      articles: [{ slug: 'public', title: 'Public', description: 'What to do after a denial.' }],
    });
    expect(JSON.stringify(list)).not.toContain('ecret');
    expect(testimonials).toMatchObject({ testimonials: [{ author: 'Maria T.', location: 'Essex County' }] });
    expect(listed).toMatchObject({ listings: [{ number: '8.00', examples: ['Burns'] }] });
    await payload.update({ collection: 'articles', id: two.id, data: { ...published } });
    await addListing('9.00', { order: 2 });
    await eventually(async () => {
      const [articles, , listings] = await parts();
      expect(articles).toMatchObject({ articles: [{ slug: 'public' }, { slug: 'secret' }] });
      expect(listings).toMatchObject({ listings: [{ number: '8.00' }, { number: '9.00' }] });
    });
  });

  it('show pictures in every width with their alt text', async () => {
    const { call } = visitor(deps);
    const data = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#468' } })
      .png()
      .toBuffer();
    const file = { data, mimetype: 'image/png', name: 'a field.png', size: data.length };
    const { id } = await deps.payload.create({ collection: 'media', data: { alt: 'A field' }, file });
    const opening = { blockType: 'hero', heading: 'Open', text: text('Words.'), picture: id };
    await addPage('picture', { blocks: [opening] as Parts });
    deps.content.forget();
    const [hero] = (await call.content.page({ slug: 'picture' }))?.blocks ?? [];
    expect(hero).toMatchObject({
      picture: {
        alt: 'A field',
        width: 1200,
        height: 600,
        sources: [
          { url: expect.stringMatching(/^\/media\/a.*field.*160x80\.webp$/), width: 160 },
          { url: expect.stringMatching(/^\/media\/a.*field.*480x240\.webp$/), width: 480 },
          { url: expect.stringMatching(/960x480\.webp$/), width: 960 },
          { url: expect.stringMatching(/^\/media\/a.*field.*\.webp$/), width: 1200 },
        ],
      },
    });
    await deps.payload.update({ collection: 'media', id, data: { decorative: true } });
    await eventually(async () => {
      const [again] = (await call.content.page({ slug: 'picture' }))?.blocks ?? [];
      expect(again).toMatchObject({ picture: { alt: '' } });
    });
  });

  it('give the search only plain text', async () => {
    await addPage('words', {
      blocks: [
        {
          blockType: 'richText',
          heading: 'Pay & rest',
          text: body(paragraph('A “b” <c> ', link('/faq', 'd'))),
        },
        { blockType: 'callout', tone: 'info', heading: 'E', text: text('{{feePercent}}') },
      ] as Parts,
    });
    deps.content.forget();
    const [found] = await readPageTexts(deps);
    expect(found?.text).toBe('Work with us. Pay & rest. A “b” <c> d. E. 25%');
    expect(pageText({ lead: 'x', blocks: [] as never[] } as never)).toBe('x');
  });

  it('give the search no spaces that readers do not see', () => {
    const html =
      '<ul><li>See <a href="/faq">form <span class="nowrap">SSA-789</span></a>.</li><li><em>5</em>-year<br>rule</li></ul>';
    expect(pageText({ lead: 'x', blocks: [{ html }] } as never)).toBe('x. See form SSA-789. 5-year rule');
  });

  it('is what cells and captions say, with the characters that HTML writes in numbers', () => {
    const cell = `Parents' & "children's" <SSI>`;
    const html = `<td>${escapeHtml(cell)}</td>`;
    expect(pageText({ lead: 'x', blocks: [{ html }] } as never)).toBe(`x. ${cell}`);
  });
});
