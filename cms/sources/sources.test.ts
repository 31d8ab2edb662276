import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article } from '../payload-types.ts';
import { body, emptyDatabases, goodArticle, goodPage, heading, openCms, paragraph } from '../testing.ts';
import { findAddressFault, findNumberFault } from './find-source-fault.ts';
import { isOverdue } from './is-overdue.ts';

describe('the address of a source', () => {
  it.each([
    ['no address at all', 'ssa.gov', '', 'Write the full address'],
    ['one without encryption', 'http://www.ssa.gov/', '', 'Write the full address'],
    ['a script', 'javascript:alert(1)', '', 'Write the full address'],
    ['a site that is no agency’s', 'https://example.com/', '', 'example.com is not the site of an agency'],
    ['a site that only ends like one', 'https://notssa.gov/', '', 'notssa.gov is not the site of an agency'],
    [
      'another regulation than its number',
      'https://www.ecfr.gov/current/title-20/section-404.1520',
      '20 CFR 404.1521',
      '20 CFR 404.1521 is at https://www.ecfr.gov/current/title-20/section-404.1521.',
    ],
    [
      'another section of POMS than its number',
      'https://secure.ssa.gov/poms.nsf/lnx/0425501001',
      'POMS DI 25501.002',
      'POMS DI 25501.002 is at https://secure.ssa.gov/poms.nsf/lnx/0425501002.',
    ],
  ])('is refused for %s', (_name, address, number, sentence) => {
    expect(findAddressFault(address, number)).toContain(sentence);
  });

  it.each([
    ['https://www.ecfr.gov/current/title-20/section-404.1520', '20 CFR 404.1520'],
    ['https://secure.ssa.gov/poms.nsf/lnx/0425501001', 'POMS DI 25501.001'],
    ['https://www.ssa.gov/forms/ssa-561.html', 'Form SSA-561'],
    ['https://www.ssa.gov/OP_Home/rulings/di/01/SSR2016-03-di-01.html', 'SSR 16-3p'],
    ['https://www.nj.gov/humanservices/', ''],
  ])('%s is accepted', (address, number) => {
    expect([findAddressFault(address, number), findNumberFault(number)]).toEqual([undefined, undefined]);
  });
});

describe('the number of a source', () => {
  it.each(['404.1520', '20 C.F.R. § 404.1520', 'DI 25501.001', 'form 561', 'SSR 16-3'])(
    '%s is refused with an example',
    (number) => expect(findNumberFault(number)).toContain('such as 20 CFR 404.1520'),
  );

  it('a part of POMS that there is not is refused with those that there are', () => {
    expect(findNumberFault('POMS XX 25501.001')).toContain('RM, GN, RS, DI, SI, HI');
  });
});

describe('a review', () => {
  it.each([
    [null, '2026-11-23', false],
    ['2026-11-23T00:00:00.000Z', '2026-11-23', false],
    ['2026-11-22T00:00:00.000Z', '2026-11-23', true],
  ])('that is due on %s is overdue on %s: %s', (due, today, overdue) => {
    expect(isOverdue(due, today)).toBe(overdue);
  });
});

describe('in the CMS', () => {
  let cms: Payload;
  beforeAll(async () => {
    cms = await openCms();
  });
  afterAll(() => emptyDatabases(cms));
  const create = (over: Partial<Article>) =>
    cms.create({ collection: 'articles', data: goodArticle({ _status: 'published', ...over }) });
  const faultsOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => [],
      ({ data }) => data.errors.map(({ message }: { message: string }) => message),
    );
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();

  it('a bad source, a review without a name, a name without a day and a past next review are refused', async () => {
    const source = { title: 'Rules', number: '20 CFR 404', address: 'https://example.com/' };
    expect(await faultsOf(create({ sources: [source] }))).toEqual([
      expect.stringContaining('Write it as the agency does'),
      expect.stringContaining('example.com is not the site of an agency'),
    ]);
    expect(await faultsOf(create({ reviewedOn: yesterday }))).toEqual(['Say also who reviewed it.']);
    expect(await faultsOf(create({ reviewedBy: 'R. Example' }))).toEqual([
      'Say also on which day they reviewed it.',
    ]);
    const review = { reviewedBy: 'R. Example', reviewedOn: yesterday };
    expect(await faultsOf(create({ ...review, nextReview: yesterday }))).toEqual([
      'Choose a day after the last review.',
    ]);
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect(await faultsOf(create({ ...review, reviewedOn: future }))).toEqual([
      'A review can not be in the future.',
    ]);
  });

  it('articles and pages keep their sources and their review', async () => {
    const sourcing = {
      sources: [
        { title: 'Appeal form', number: 'Form SSA-561', address: 'https://www.ssa.gov/forms/ssa-561.html' },
      ],
      reviewedBy: 'R. Example',
      reviewedOn: yesterday,
      nextReview: new Date(Date.now() + 86_400_000).toISOString(),
    };
    expect(await create(sourcing)).toMatchObject(sourcing);
    const page = { ...goodPage(sourcing), slug: 'sourced', _status: 'published' as const };
    expect(await cms.create({ collection: 'pages', data: page })).toMatchObject(sourcing);
  });

  it('a table in an article needs a cell for each column and known tokens', async () => {
    const table = (cells: string[]) => ({
      type: 'block',
      version: 2,
      format: '',
      fields: {
        id: '66a000000000000000000001',
        blockName: '',
        blockType: 'table',
        caption: 'Limits',
        columns: [{ label: 'Year' }, { label: 'Limit' }],
        rows: [{ cells: cells.map((text) => ({ text })) }],
      },
    });
    const withTable = (cells: string[]) =>
      create({ body: body(heading('h2', 'First'), paragraph('Words.'), table(cells)) });
    expect(await faultsOf(withTable(['2026']))).not.toEqual([]);
    expect(await faultsOf(withTable(['2026', '{{nothing}}']))).not.toEqual([]);
    expect(await faultsOf(withTable(['2026', '{{sgaMonthly}}']))).toEqual([]);
  });
});
