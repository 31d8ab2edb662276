import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, emptyDatabases, goodFacts, openCms } from '../testing.ts';
import { figureGroups } from './figures.ts';

const figures = figureGroups.flatMap((group) => group.figures);
const facts = goodFacts();

let cms: Payload;
let publisher: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  cms = await openCms();
  publisher = await addPerson(cms, { role: 'publisher' });
});
afterAll(() => emptyDatabases(cms));

const save = (over: object) =>
  cms.updateGlobal({
    slug: 'facts',
    data: { ...facts, ...over },
    overrideAccess: false,
    user: publisher,
  });

describe('a figure that is not written as its kind is refused with an example', () => {
  it.each([
    ['sgaMonthly', 'about nine hundred', 'such as $1,550'],
    ['sgaMonthly', '1,550', 'such as $1,550'],
    ['feeCap', '$7200,5', 'such as $1,550'],
    ['feePercent', '25', 'such as 25%'],
    ['feePercent', '250%', 'such as 25%'],
    ['hearingApprovalRate', '60-50%', 'smaller figure first'],
    ['hearingWait', 'a year or so', 'such as 3-5 months'],
    ['hearingWait', '8-18', 'such as 3-5 months'],
    ['clientsHelped', 'many', 'such as 200 or 10,000+'],
    ['factsYear', '24', 'such as 2024'],
  ])('%s: %s', async (name, value, example) => {
    const error = await save({ [name]: value }).catch((fault) => fault);
    expect(error.data.errors).toMatchObject([{ path: name, message: expect.stringContaining(example) }]);
  });
});

describe('figures that are taken', () => {
  it('are those that the help below a field gives as examples', async () => {
    const given = figures.flatMap(({ name, kind, description }) => {
      const example = description.match(/such as ([$\d][^ ]*(?: months| days)?)\.$/)?.[1];
      return example && kind !== 'number' ? [[name, example]] : [];
    });
    expect(given.length).toBeGreaterThan(15);
    expect(await save(Object.fromEntries(given))).toMatchObject(Object.fromEntries(given));
  });

  it.each([
    ['sgaMonthly', '$1,550.50'],
    ['ssiMonthlyAbout', '$900-$950'],
    ['feePercent', '100%'],
    ['hearingWait', '60 days'],
    ['yearsInService', '1,030+'],
  ])('%s: %s', async (name, value) => {
    expect(await save({ [name]: value })).toMatchObject({ [name]: value });
  });

  it('a figure from before this check is still read as it is', async () => {
    const stored = cms.db.connection.collection('globals');
    await stored.updateOne({ globalType: 'facts' }, { $set: { ssiMonthlyAbout: 'about nine hundred' } });
    const read = await cms.findGlobal({ slug: 'facts', overrideAccess: false });
    expect(read.ssiMonthlyAbout).toBe('about nine hundred');
  });
});
