import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { body, goodArticle, goodPage, paragraph, setFigure } from '../../cms/testing.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

let deps: Deps;
let call: ReturnType<typeof visitor>['call'];
const slug = 'amounts';
beforeAll(async () => {
  deps = await openDeps();
  ({ call } = visitor(deps));
  const { payload } = deps;
  await payload.updateGlobal({ slug: 'site', data: site });
  await setFigure(
    payload,
    'sgaMonthly',
    { value: '$1,690', validFrom: '2026-01-01', checkedOn: '2026-11-21', reviewBy: '2026-12-31' },
    { value: '$1,234', validFrom: '2027-01-01', checkedOn: '2026-11-22', reviewBy: '2027-12-31' },
  );
  await setFigure(payload, 'feeCap', { value: '$7,200', checkedOn: '2025-02-03', reviewBy: '2027-01-10' });
  await payload.create({
    collection: 'articles',
    data: goodArticle({
      slug,
      body: body(paragraph('Over {{sgaMonthly}}, at most {{feeCap}}.')),
      _status: 'published',
    }),
  });
  await payload.create({
    collection: 'faq',
    data: { question: 'Why?', answer: body(paragraph('{{feeCap}}')), order: 1, _status: 'published' },
  });
  const blocks = [{ blockType: 'faq' as const, heading: 'Questions', show: 'all' as const }];
  await payload.create({
    collection: 'pages',
    data: goodPage({ slug: 'asked', blocks, _status: 'published' }),
  });
  await payload.create({ collection: 'pages', data: goodPage({ slug: 'plain', _status: 'published' }) });
  const terms = [{ term: 'our fee', meaning: 'At most {{feeCap}}.' }];
  const glossary = [{ blockType: 'glossary' as const, heading: 'Words', terms }];
  await payload.create({
    collection: 'pages',
    data: goodPage({ slug: 'glossary', blocks: glossary, _status: 'published' }),
  });
  await payload.create({
    collection: 'articles',
    data: goodArticle({ slug: 'paid', body: body(paragraph('Our fee is due.')), _status: 'published' }),
  });
  const text = [{ blockType: 'richText' as const, text: body(paragraph('Is our fee due?')) }];
  await payload.create({
    collection: 'pages',
    data: goodPage({ slug: 'due', blocks: text, _status: 'published' }),
  });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  deps.content.forget();
});
afterEach(() => vi.useRealTimers());
afterAll(() => deps.close());

const at = (moment: string) => vi.setSystemTime(new Date(moment));
const article = async () => (await call.content.article({ slug }))?.html;

describe('the figures on the pages', () => {
  it('change by themselves when the day begins in New Jersey, and not a moment before', async () => {
    at('2027-01-01T04:59:58Z');
    expect(await article()).toContain('Over $1,690 (2026), at most $7,200.');
    at('2027-01-01T04:59:59.999Z');
    expect(await article()).toContain('$1,690 (2026)');
    at('2027-01-01T05:00:00Z');
    expect(await article()).toContain('Over $1,234 (2027), at most $7,200.');
  });

  it('of days to come are in no answer before October', async () => {
    at('2026-09-30T20:00:00Z');
    const answers = [
      await call.content.article({ slug }),
      await call.content.figures({ names: ['sgaMonthly'] }),
    ];
    expect(JSON.stringify(answers)).toContain('$1,690');
    expect(JSON.stringify(answers)).not.toMatch(/1,234|2027/);
    expect((await call.search.find({ q: '$1,234', page: 1 })).total).toBe(0);
  });
});

describe('what a page says about its figures', () => {
  const notesOf = async (page: string) => (await call.content.page({ slug: page }))?.figureNotes;

  it('is the day since which all of them, and its yearly amounts, were checked', async () => {
    at('2026-12-31T20:00:00Z');
    expect((await call.content.article({ slug }))?.figureNotes).toEqual({
      asOf: '2/3/2025',
      yearlyAsOf: '11/21/2026',
      overdue: [],
      newYear: expect.anything(),
    });
    expect(await notesOf('plain')).toEqual({ asOf: null, yearlyAsOf: null, overdue: [], newYear: null });
  });

  it('is which ones are past their day of review, from the day after it, also those in listed questions', async () => {
    at('2027-01-10T20:00:00Z');
    expect((await notesOf('asked'))?.overdue).toEqual([]);
    at('2027-01-11T05:00:00Z');
    const overdue = [{ label: 'Our fee: at most', value: '$7,200', checkedOn: '2/3/2025' }];
    expect(await notesOf('asked')).toEqual({ asOf: '2/3/2025', yearlyAsOf: null, overdue, newYear: null });
    expect((await call.content.article({ slug }))?.figureNotes.overdue).toEqual(overdue);
    expect((await notesOf('plain'))?.overdue).toEqual([]);
  });

  it('is from October to the end of the year what January 1 changes, and the new amount once it is entered', async () => {
    const newYear = async () => {
      deps.content.forget();
      return (await call.content.article({ slug }))?.figureNotes.newYear;
    };
    at('2026-10-01T03:59:59Z');
    expect(await newYear()).toBeNull();
    at('2026-10-01T04:00:00Z');
    const change = { from: 'January 1, 2027', until: 'December 31, 2026' };
    const known = [{ label: 'Work limit per month (SGA)', value: '$1,690', next: '$1,234' }];
    expect(await newYear()).toEqual({ ...change, known, isIncomplete: false });
    at('2027-01-01T04:59:59Z');
    expect(await newYear()).toEqual({ ...change, known, isIncomplete: false });
    at('2027-01-01T05:00:00Z');
    expect(await newYear()).toBeNull();
    at('2027-10-01T04:00:00Z');
    const unknown = { from: 'January 1, 2028', until: 'December 31, 2027', known: [], isIncomplete: true };
    expect(await newYear()).toEqual(unknown);
    expect(await notesOf('due')).toMatchObject({ newYear: null });
  });

  it('counts those in the words that it explains in place', async () => {
    at('2027-01-11T05:00:00Z');
    const overdue = [{ label: 'Our fee: at most', value: '$7,200', checkedOn: '2/3/2025' }];
    const notes = { asOf: '2/3/2025', yearlyAsOf: null, overdue, newYear: null };
    expect(await notesOf('due')).toEqual(notes);
    expect((await call.content.article({ slug: 'paid' }))?.figureNotes).toEqual(notes);
  });
});

it('a changed figure is at once in the words that pages and articles explain', async () => {
  at('2026-12-31T20:00:00Z');
  const meanings = async () => [
    (await call.content.page({ slug: 'due' }))?.words[0]?.meaning,
    (await call.content.article({ slug: 'paid' }))?.words[0]?.meaning,
  ];
  expect(await meanings()).toEqual(['At most $7,200.', 'At most $7,200.']);
  await setFigure(deps.payload, 'feeCap', { value: '$7,100' });
  await eventually(async () => expect(await meanings()).toEqual(['At most $7,100.', 'At most $7,100.']));
});
