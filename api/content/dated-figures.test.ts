import { figureDefinitions } from '@claimdesk/cms/figures';
import { firstValues } from '@claimdesk/cms/first-figures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { datedFigures } from './dated-figures.ts';

/** What the version before seeded, with types and field names as its code stored them. */
const seeded = {
  globalType: 'facts',
  asOf: new Date('2024-12-31T00:00:00.000Z'),
  factsYear: '2024',
  sgaMonthly: '$1,550',
  sgaBlindMonthly: '$2,590',
  ssiMonthlyMaximum: '$943',
  ssiMonthlyMaximumCouple: '$1,415',
  ssiResourceSingle: '$2,000',
  ssiResourceCouple: '$3,000',
  ssdiAverageMonthly: '$1,500',
  ssdiMaximumMonthly: '$3,800',
  trialWorkMonthly: '$1,110',
  workCreditEarnings: '$1,730',
  feePercent: '25%',
  feeCap: '$7,200',
  legalFeeCap: '$9,200',
  initialDenialRate: '70%',
  initialMedicalDenialRate: '62%',
  reconsiderationApprovalRate: '10-15%',
  hearingApprovalRate: '50-60%',
  hearingSuccessRate: '85%+',
  appealDays: 60,
  receiptDays: 5,
  initialDecisionAverage: '7-8 months',
  reconsiderationWait: '3-5 months',
  reconsiderationAverage: '7-8 months',
  hearingWait: '8-18 months',
  hearingDecisionWait: '30-60 days',
  medicareWaitMonths: 24,
  retroactiveMonths: 12,
  durationMonths: 12,
  compassionateAllowances: '200',
  compassionateAllowancesNow: '300',
  yearsInService: '30+',
  clientsHelped: '10,000+',
  referralShare: '75%',
  revision: 3,
};

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
beforeEach(async () => {
  await stored('figures').deleteMany({});
  await stored('globals').deleteMany({ globalType: 'facts' });
});

/** Migrates from these settings. @returns the values of each figure. */
async function migrateFrom(over: object, without: readonly string[] = []) {
  const facts = Object.fromEntries(
    Object.entries({ ...seeded, ...over }).filter(([name]) => !without.includes(name)),
  );
  await stored('globals').insertOne({ ...facts });
  await datedFigures.run(deps);
  const { docs } = await deps.payload.find({ collection: 'figures', pagination: false });
  return Object.fromEntries(
    docs.map(({ name, values }) => [
      name,
      values.map(({ id: _id, ...value }) => ({
        ...value,
        validFrom: value.validFrom.slice(0, 10),
        checkedOn: value.checkedOn.slice(0, 10),
        reviewBy: value.reviewBy.slice(0, 10),
      })),
    ]),
  );
}

describe('the figures of the version before', () => {
  it('that nobody has changed get the values by date of a new database, with their sources', async () => {
    const values = await migrateFrom({});
    expect(Object.keys(values).sort()).toEqual(figureDefinitions.map(({ name }) => name).sort());
    for (const { name } of figureDefinitions)
      expect(values[name]).toEqual([...(firstValues[name] ?? [])].reverse());
  });

  it('that editors changed keep what they wrote, since the day of the last check, without a source and due at once', async () => {
    const over = {
      asOf: new Date('2025-06-05T12:00:00Z'),
      factsYear: '2025',
      feeCap: '$6,000',
      appealDays: 65,
    };
    const values = await migrateFrom({
      ...over,
      sgaMonthly: '$1,621',
      ssdiAverageMonthly: 'about nine hundred',
    });
    const row = { validFrom: '2025-06-05', checkedOn: '2025-06-05', reviewBy: '2025-06-05' };
    expect(values.feeCap).toEqual([{ value: '$6,000', ...row }]);
    expect(values.appealDays).toEqual([{ value: '65', ...row }]);
    expect(values.sgaMonthly).toEqual([{ value: '$1,621', ...row }]);
    expect(values.ssdiAverageMonthly).toEqual([{ value: 'about nine hundred', ...row }]);
    expect(values.sgaBlindMonthly).toHaveLength(3);
  });

  it('of another year than that day are in force since that year began', async () => {
    const values = await migrateFrom({ factsYear: '2025', sgaMonthly: '$1,621', feeCap: '$6,000' });
    expect(values.sgaMonthly).toMatchObject([{ validFrom: '2025-01-01', checkedOn: '2024-12-31' }]);
    expect(values.feeCap).toMatchObject([{ validFrom: '2024-12-31' }]);
  });

  it('are in force at once where the day of the check is missing or to come, and from before a figure was added', async () => {
    const values = await migrateFrom({ asOf: new Date('2099-01-01'), feeCap: '$6,000' }, [
      'trialWorkMonthly',
    ]);
    const today = new Date().toISOString().slice(0, 4);
    expect(values.feeCap?.[0]?.validFrom.slice(0, 4)).toBe(today);
    expect(values.trialWorkMonthly).toHaveLength(3);
  });

  it('are migrated once: a second run, or one that was interrupted, changes nothing that is there', async () => {
    await migrateFrom({ feeCap: '$6,000' });
    const { docs } = await deps.payload.find({
      collection: 'figures',
      where: { name: { equals: 'feeCap' } },
    });
    const values = [{ ...docs[0]?.values[0], value: '$5,000', sourceName: 'Us' }];
    await deps.payload.update({ collection: 'figures', id: docs[0]?.id ?? '', data: { values } as never });
    await stored('figures').deleteMany({ name: { $in: ['sgaMonthly', 'referralShare'] } });
    await Promise.all([datedFigures.run(deps), datedFigures.run(deps)]);
    expect(await stored('figures').countDocuments()).toBe(figureDefinitions.length);
    expect(await stored('figures').findOne({ name: 'feeCap' })).toMatchObject({
      values: [{ value: '$5,000' }],
    });
  });

  it('stay readable by that version, which may still be serving', async () => {
    await migrateFrom({ feeCap: '$6,000' });
    expect(await stored('globals').findOne({ globalType: 'facts' })).toMatchObject({
      feeCap: '$6,000',
      appealDays: 60,
    });
  });

  it('are not there on a new installation, and nothing is added', async () => {
    await datedFigures.run(deps);
    expect(await stored('figures').countDocuments()).toBe(0);
  });
});
