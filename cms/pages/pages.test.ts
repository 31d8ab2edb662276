import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../payload-types.ts';
import {
  addPerson,
  body,
  emptyDatabases,
  goodArticle,
  goodHome,
  goodPage,
  heading,
  link,
  openCms,
  paragraph,
} from '../testing.ts';

type Part = Page['blocks'][number];

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const text = () => body(paragraph('Words.'));
const publish = (over: Partial<Page>) =>
  cms.create({ collection: 'pages', data: goodPage({ _status: 'published', ...over }) });

/** What the CMS has against a page with this part, each with the field it belongs to. */
async function faultsOf(attempt: Promise<unknown>): Promise<string[]> {
  return attempt.then(
    () => [],
    (error) =>
      error.data.errors.map((fault: { path: string; message: string }) => `${fault.path}: ${fault.message}`),
  );
}

/** Every kind of part that the configuration knows. */
function kinds(): string[] {
  const field = cms.collections.pages.config.flattenedFields.find(({ name }) => name === 'blocks');
  return field?.type === 'blocks' ? field.blocks.map(({ slug }) => slug) : [];
}

describe('a page that the site itself leads to', () => {
  let id: string;
  let admin: Awaited<ReturnType<typeof addPerson>>;
  const own = () => ({ collection: 'pages' as const, id });
  const as = () => ({ user: admin, overrideAccess: false }) as const;
  beforeAll(async () => {
    admin = await addPerson(cms, { role: 'admin' });
    ({ id } = await publish(goodHome({ title: 'Home' })));
  });

  it('keeps its address', async () => {
    const faults = await faultsOf(cms.update({ ...own(), data: { slug: 'start', _status: 'published' } }));
    expect(faults).toEqual(['slug: The site itself leads to this page. Its web address stays "home".']);
  });

  it.each([
    ['taken back', () => cms.update({ ...own(), ...as(), data: { _status: 'draft' } })],
    [
      'taken back with others',
      () =>
        cms.update({
          collection: 'pages',
          where: { slug: { exists: true } },
          data: { _status: 'draft' },
          ...as(),
        }),
    ],
    ['deleted', () => cms.delete({ ...own(), ...as() })],
    [
      'deleted with others',
      () => cms.delete({ collection: 'pages', where: { title: { equals: 'Home' } }, ...as() }),
    ],
  ])('can not be %s', async (_how, attempt) => {
    await expect(attempt()).rejects.toThrow('The site itself leads to the page "Home", so it stays public.');
    const page = await cms.findByID({ ...own(), draft: false });
    expect(page).toMatchObject({ slug: 'home', _status: 'published' });
  });

  it('is drafted and published like any other', async () => {
    await cms.update({ ...own(), draft: true, data: { title: 'Draft', _status: 'draft' } });
    expect(await cms.findByID({ ...own(), draft: false })).toMatchObject({ title: 'Home' });
    await cms.update({ ...own(), data: { title: 'Home again', _status: 'published' } });
    expect(await cms.findByID({ ...own(), draft: false })).toMatchObject({ title: 'Home again' });
  });
});

const callToAction = (over: object) => ({
  blockType: 'callToAction',
  heading: 'Next',
  text: text(),
  primaryLabel: 'Go',
  primaryTo: '/faq',
  ...over,
});

describe('publishing a page is refused', () => {
  it.each([
    ['without a part', { blocks: [] }, 'blocks:'],
    ['at an address of the site itself', { slug: 'free-case-evaluation' }, 'slug: The site itself uses'],
    ['at an address that is set aside', { slug: 'cms' }, 'slug: The site itself uses /cms'],
    ['with an unknown token in its lead', { lead: 'Call {{fone}}.' }, 'lead: {{fone}} is not known'],
    ['with a title that is too long', { title: 'x'.repeat(61) }, 'title:'],
  ])('%s', async (_name, over, sentence) => {
    const faults = await faultsOf(publish(over));
    expect(faults.join()).toContain(sentence);
  });

  it.each([
    ['a part without its heading', { blockType: 'keyPoints', points: [{ text: 'A' }] }, 'blocks.0.heading:'],
    [
      'a heading inside a text that has none of its own',
      { blockType: 'richText', text: body(heading('h3', 'Deep'), paragraph('Words.')) },
      'blocks.0.text: The heading "Deep" is at level 3, but the one before it is at level 1.',
    ],
    [
      'a skipped heading level',
      { blockType: 'richText', heading: 'Two', text: body(heading('h4', 'Four')) },
      'Make it level 3.',
    ],
    [
      'a link to a page that is not there',
      { blockType: 'callout', tone: 'info', heading: 'H', text: body(paragraph('x', link('/nowhere', 'y'))) },
      'leads to /nowhere, where nothing is published',
    ],
    [
      'a button that leads nowhere',
      callToAction({ primaryTo: '/nowhere' }),
      'blocks.0.primaryTo: The link leads to',
    ],
    [
      'a button without an address',
      callToAction({ secondaryLabel: 'More' }),
      'blocks.0.secondaryTo: Say where',
    ],
    [
      'a button without words',
      callToAction({ secondaryTo: '/faq' }),
      'blocks.0.secondaryLabel: Write the words',
    ],
    ['a button with a script', callToAction({ primaryTo: 'javascript:alert(1)' }), 'must start with "/"'],
    [
      'an unknown token in a card',
      { blockType: 'cards', heading: 'H', cards: [{ title: '{{phon}}', text: text() }] },
      'Did you mean {{phone}}?',
    ],
    [
      'a row with a cell too few',
      {
        blockType: 'table',
        heading: 'H',
        caption: 'C',
        columns: [{ label: 'A' }, { label: 'B' }, { label: 'C' }],
        rows: [{ cells: [{ text: '1' }, { text: '2' }] }],
      },
      'blocks.0.rows: Row 1 needs 3 cells, one for each column.',
    ],
    [
      'a table without rows',
      { blockType: 'table', heading: 'H', caption: 'C', columns: [], rows: [] },
      'blocks.0.rows:',
    ],
    [
      'one step',
      { blockType: 'steps', heading: 'H', steps: [{ title: 'A', text: text() }] },
      'blocks.0.steps:',
    ],
    [
      'a list of no articles',
      { blockType: 'articleList', heading: 'H', show: 'chosen', articles: [] },
      'blocks.0.articles:',
    ],
    [
      'a second part with a form',
      [
        { blockType: 'deadlineHelper', heading: 'H' },
        { blockType: 'calculator', calculator: 'ssi', heading: 'H' },
      ],
      'blocks: A page can have one calculator or deadline helper.',
    ],
    [
      'a calculator that does not say which',
      { blockType: 'calculator', heading: 'H' },
      'blocks.0.calculator:',
    ],
    ['a row of links with none in it', { blockType: 'links', heading: 'H', links: [] }, 'blocks.0.links:'],
    [
      'an unknown token among its figures',
      { blockType: 'figures', heading: 'H', figures: [{ value: '{{clientHelped}}', label: 'helped' }] },
      'Did you mean {{clientsHelped}}?',
    ],
  ])('with %s, and its draft is kept', async (_name, part, sentence) => {
    const { id } = await cms.create({
      collection: 'pages',
      draft: true,
      data: goodPage({ blocks: [part].flat() as Part[] }),
    });
    const faults = await faultsOf(cms.update({ collection: 'pages', id, data: { _status: 'published' } }));
    expect(faults.join()).toContain(sentence);
  });
});

describe('a page', () => {
  it('is public with every kind of part', async () => {
    const article = await cms.create({ collection: 'articles', data: goodArticle({ _status: 'published' }) });
    const titled = { title: 'A', text: text() };
    const parts: Record<string, object> = {
      hero: { text: text() },
      richText: { text: body(heading('h3', 'Three'), heading('h4', 'Four')) },
      keyPoints: { points: [{ text: 'One of {{feePercent}}.' }] },
      steps: { intro: text(), steps: [titled, titled] },
      timeline: {
        events: [
          { when: 'Now', ...titled },
          { when: 'Then', ...titled },
        ],
      },
      cards: { cards: [{ ...titled, linkLabel: 'More', linkTo: '/faq#wait' }, titled] },
      faq: { entries: [{ question: 'Why?', answer: text() }] },
      testimonials: { show: 'home' },
      table: {
        caption: 'C',
        columns: [{ label: 'A' }, { label: 'B' }],
        rows: [{ cells: [{ text: '1' }, { text: '2' }] }],
      },
      callout: { tone: 'critical', text: text() },
      callToAction: callToAction({}),
      contact: {},
      articleList: { show: 'chosen', articles: [article.id] },
      people: {},
      links: { links: [{ label: 'More', to: '/faq' }] },
      figures: { figures: [{ value: '{{clientsHelped}}', label: 'people helped' }] },
      listings: { intro: text() },
      calculator: { calculator: 'ssi' },
      glossary: { terms: [{ term: 'onset date', also: 'onset', meaning: 'The first day.' }] },
    };
    // A page has one part with an answer.
    expect([...Object.keys(parts), 'deadlineHelper'].sort()).toEqual(kinds().sort());
    const all = Object.entries(parts).map(([blockType, part]) => ({ heading: 'H', ...part, blockType }));
    const page = await publish({ slug: 'everything', blocks: all as Part[] });
    const seen = await cms.findByID({ collection: 'pages', id: page.id, overrideAccess: false });
    expect(seen.blocks.map(({ blockType }) => blockType)).toEqual(Object.keys(parts));
  });

  it('makes its address from its title and keeps away from addresses of the site', async () => {
    expect((await publish({ title: 'Our fees' })).slug).toBe('our-fees');
    expect((await publish({ title: 'Search' })).slug).toBe('search-2');
  });
});
