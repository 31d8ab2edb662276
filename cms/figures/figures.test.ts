import type { Payload } from 'payload';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addPerson,
  body,
  emptyDatabases,
  goodArticle,
  goodPage,
  goodValue,
  heading,
  link,
  openCms,
  paragraph,
  sendAs,
  setFigure,
  signInPerson,
} from '../testing.ts';
import { addMissingFigures } from './add-missing-figures.ts';
import type { DatedValue } from './dated-values.ts';
import { figureDefinitions, figureGroups } from './definitions.ts';
import { findUses } from './find-uses.ts';
import { firstValues } from './first-values.ts';

let cms: Payload;
let publisher: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  cms = await openCms();
  publisher = await addPerson(cms, { role: 'publisher' });
  await setFigure(cms, 'sgaMonthly', {});
});
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
afterAll(() => emptyDatabases(cms));

const idOf = async (name: string) =>
  (await cms.find({ collection: 'figures', where: { name: { equals: name } } })).docs[0]?.id ?? '';

/** Saves the values of a figure as a publisher does. */
async function save(name: string, ...values: Partial<DatedValue>[]) {
  return cms.update({
    collection: 'figures',
    id: await idOf(name),
    data: { values: values.map(goodValue) },
    overrideAccess: false,
    user: publisher,
  });
}

async function refusalOf(name: string, ...values: Partial<DatedValue>[]) {
  const error = await save(name, ...values).catch((fault) => fault);
  return error.data.errors[0] as { path: string; message: string };
}

describe('a figure is refused', () => {
  it.each([
    ['sgaMonthly', 'about nine hundred', 'such as $1,000'],
    ['sgaMonthly', '1,550', 'such as $1,000'],
    ['feeCap', '$7200,5', 'such as $1,000'],
    ['feePercent', '25', 'such as 25%'],
    ['feePercent', '250%', 'such as 25%'],
    ['hearingApprovalRate', '60-50%', 'smaller figure first'],
    ['hearingWait', 'a year or so', 'such as 3-5 months'],
    ['hearingWait', '8-18', 'such as 3-5 months'],
    ['clientsHelped', 'many', 'such as 200 or 10,000+'],
    ['appealDays', '0', 'whole number from 1 to 999'],
    ['appealDays', '60.5', 'whole number from 1 to 999'],
    ['appealDays', '', 'required'],
  ])('that is not written as its kind, with an example: %s, %s', async (name, value, words) => {
    expect(await refusalOf(name, { value })).toMatchObject({
      path: 'values.0.value',
      message: expect.stringContaining(words),
    });
  });

  it('with two values from the same day', async () => {
    const { message } = await refusalOf(
      'sgaMonthly',
      { validFrom: '2024-01-01' },
      { validFrom: '2027-01-01' },
      { value: '$2,000', validFrom: '2027-01-01' },
    );
    expect(message).toBe('Two values are valid from January 1, 2027. Keep one of them.');
  });

  it('without a value in force today', async () => {
    const { message } = await refusalOf('sgaMonthly', { validFrom: '2026-11-24' });
    expect(message).toContain('One value must be in force today');
    expect((await refusalOf('sgaMonthly')).path).toBe('values');
  });

  it('with a review before its first day', async () => {
    const value = { validFrom: '2026-05-01', reviewBy: '2026-04-30' };
    expect(await refusalOf('sgaMonthly', value)).toEqual({
      label: 'Values 1 > Review by',
      path: 'values.0.reviewBy',
      message: 'The value from May 1, 2026 would be due for review before it is in force.',
    });
  });

  it('at the row that is wrong, counted as the person who filled in the form sees them', async () => {
    const rows = [{ validFrom: '2025-01-01' }, { validFrom: '2024-01-01' }];
    const added = { value: 'soon', validFrom: '2027-01-01' };
    expect(await refusalOf('sgaMonthly', ...rows, added)).toMatchObject({
      label: 'Values 3 > Value',
      path: 'values.2.value',
    });
  });

  it.each(['http://www.ssa.gov', 'ssa.gov', 'javascript:alert(1)'])(
    'with the address %s',
    async (sourceUrl) => {
      expect((await refusalOf('sgaMonthly', { sourceUrl })).path).toBe('values.0.sourceUrl');
    },
  );

  it('without a source', async () => {
    expect((await refusalOf('sgaMonthly', { sourceName: '' })).path).toBe('values.0.sourceName');
  });

  it('to editors, who may not change what is public, and nobody adds, renames or deletes one', async () => {
    const id = await idOf('sgaMonthly');
    const [editor, admin] = [await signInPerson(cms, 'editor'), await signInPerson(cms, 'admin')];
    const data = { values: [goodValue({ value: '$9' })], revision: 1 };
    expect((await sendAs(cms, editor.cookie, ['PATCH', `/figures/${id}`, data])).status).toBe(403);
    expect((await sendAs(cms, admin.cookie, ['POST', '/figures', { name: 'mine', ...data }])).status).toBe(
      403,
    );
    expect((await sendAs(cms, admin.cookie, ['DELETE', `/figures/${id}`])).status).toBe(403);
    const { revision } = await cms.findByID({ collection: 'figures', id });
    const renamed = { name: 'mine', label: 'Mine', revision };
    await sendAs(cms, admin.cookie, ['PATCH', `/figures/${id}`, renamed]);
    expect(await cms.findByID({ collection: 'figures', id })).toMatchObject({ name: 'sgaMonthly' });
  });
});

describe('a figure that is taken', () => {
  it.each([
    ['sgaMonthly', '$1,550.50'],
    ['ssdiAverageMonthly', '$900-$950'],
    ['feePercent', '100%'],
    ['hearingWait', '60 days'],
    ['yearsInService', '1,030+'],
    ['appealDays', '60'],
  ])('%s: %s', async (name, value) => {
    expect((await save(name, { value })).values).toMatchObject([{ value }]);
  });

  it('is read newest first, each day as the same day everywhere, and kept as a version', async () => {
    const { totalDocs: before } = await cms.countVersions({ collection: 'figures' });
    const { values } = await save(
      'sgaMonthly',
      { value: '$1', validFrom: '2025-01-01' },
      { value: '$2', validFrom: '2027-01-01' },
      { value: '$3', validFrom: '2026-01-01' },
    );
    expect(values.map(({ value, validFrom }) => [value, validFrom])).toEqual([
      ['$2', '2027-01-01T12:00:00.000Z'],
      ['$3', '2026-01-01T12:00:00.000Z'],
      ['$1', '2025-01-01T12:00:00.000Z'],
    ]);
    expect((await cms.countVersions({ collection: 'figures' })).totalDocs).toBe(before + 1);
    const id = await idOf('sgaMonthly');
    const some = await cms.findByID({ collection: 'figures', id, select: { values: { value: true } } });
    expect(some.values).toHaveLength(3);
  });

  it('is refused when somebody else saved it meanwhile', async () => {
    const { cookie } = await signInPerson(cms, 'publisher');
    const id = await idOf('feeCap');
    const { revision } = await cms.findByID({ collection: 'figures', id });
    const change = (value: string) =>
      sendAs(cms, cookie, ['PATCH', `/figures/${id}`, { values: [goodValue({ value })], revision }]);
    expect((await change('$1')).status).toBe(200);
    expect((await change('$2')).status).toBe(409);
  });
});

describe('the figures of a new database', () => {
  const collection = () => cms.db.connection.getClient().db(cms.db.connection.name).collection('figures');

  it('are all there once, however many processes add them, and what editors keep stays', async () => {
    await save('sgaMonthly', { value: '$1,999' });
    await cms.db.connection.collection('figures').deleteMany({ name: { $ne: 'sgaMonthly' } });
    const added = await Promise.all([1, 2, 3].map(() => addMissingFigures(collection())));
    expect(added.reduce((sum, each) => sum + each)).toBe(figureDefinitions.length - 1);
    const { docs } = await cms.find({ collection: 'figures', sort: 'order', pagination: false });
    expect(docs.map(({ name, group }) => [group, name])).toEqual(
      figureGroups.flatMap(({ label, figures }) => figures.map(({ name }) => [label, name])),
    );
    expect(docs[0]?.values).toMatchObject([{ value: '$1,999' }]);
  });

  it('have an index that lets no name be there twice', async () => {
    expect(await collection().indexes()).toContainEqual(
      expect.objectContaining({ key: { name: 1 }, unique: true }),
    );
  });

  it.each(figureDefinitions.map(({ name }) => name))('%s passes the checks of the form', async (name) => {
    const values = firstValues[name] ?? [];
    expect((await save(name, ...values)).values).toHaveLength(values.length);
  });

  it('hold nothing that is not certain yet', () => {
    const values = Object.values(firstValues).flat();
    expect(values.filter(({ validFrom }) => validFrom > '2026-11-23')).toEqual([]);
  });
});

it('where a figure is used: published texts, by the tokens in them, and the calculators', async () => {
  const { id } = await cms.create({
    collection: 'articles',
    data: goodArticle({
      slug: 'limits',
      title: 'Limits',
      body: body(paragraph('Over {{sgaMonthly}}.')),
      _status: 'published',
    }),
  });
  await cms.create({
    collection: 'articles',
    draft: true,
    data: goodArticle({ title: 'A draft', body: body(paragraph('{{sgaMonthly}}')) }),
  });
  const blocks = [
    { blockType: 'deadlineHelper' as const, heading: 'Count', intro: body(paragraph('Type it.')) },
  ];
  await cms.create({
    collection: 'pages',
    data: goodPage({ slug: 'count', title: 'Count {{feeCap}}', blocks, _status: 'published' }),
  });
  const calculators = [{ blockType: 'calculator' as const, calculator: 'ssi' as const, heading: 'Count' }];
  await cms.create({
    collection: 'pages',
    data: goodPage({ slug: 'ssi', title: 'SSI', blocks: calculators, _status: 'published' }),
  });
  const uses = await findUses(cms);
  expect(uses.get('sgaMonthly')).toEqual([
    { path: `/cms/collections/articles/${id}`, publicPath: '/articles/limits', title: 'Limits' },
  ]);
  expect(uses.get('feeCap')).toMatchObject([
    { publicPath: '/count' },
    { path: null, publicPath: '/sign-contract/agreement' },
  ]);
  expect(uses.get('receiptDays')).toMatchObject([{ publicPath: '/count' }]);
  expect(uses.get('ssiMonthlyMaximumCouple')).toMatchObject([{ publicPath: '/ssi' }]);
  expect(uses.get('workCreditEarnings')).toBeUndefined();
  expect(uses.get('clientsHelped')).toBeUndefined();
});

it('where a figure is used: also texts that explain a word in place whose meaning shows it', async () => {
  const glossary = {
    blockType: 'glossary' as const,
    heading: 'Words',
    terms: [
      { term: 'work credit', also: 'QC', meaning: 'Earned with {{workCreditEarnings}} of pay.' },
      { term: 'onset date', meaning: 'The first day.' },
    ],
  };
  await cms.create({
    collection: 'pages',
    data: goodPage({ slug: 'glossary', title: 'Glossary', blocks: [glossary], _status: 'published' }),
  });
  const addArticle = (title: string, ...nodes: object[]) =>
    cms.create({
      collection: 'articles',
      data: goodArticle({ title, slug: slugOf(title), body: body(...nodes), _status: 'published' }),
    });
  await addArticle('Credits', paragraph('You need 20 work credits.'));
  await addArticle('Unexplained', heading('h2', 'Work credits'), paragraph('A', link('/faq', 'QC')));
  await addArticle('Another word', paragraph('After the onset date.'));
  const callout = { blockType: 'callout' as const, tone: 'info' as const, heading: 'QC' };
  await cms.create({
    collection: 'pages',
    data: goodPage({
      slug: 'earn',
      title: 'Earn',
      blocks: [{ ...callout, text: body(paragraph('A QC.')) }],
      _status: 'published',
    }),
  });
  await cms.create({
    collection: 'faq',
    data: { question: 'Why?', answer: body(paragraph('One QC.')), order: 1, _status: 'published' },
  });
  const places = (await findUses(cms)).get('workCreditEarnings')?.map(({ publicPath }) => publicPath);
  expect(places).toEqual(['/earn', '/glossary', '/articles/credits', '/faq']);
});

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
