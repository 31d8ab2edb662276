import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { mergedFigures } from './merged-figures.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
beforeEach(async () => {
  await stored('figures').deleteMany({});
  await stored('globals').deleteMany({});
});

/** Migrates from figures as the version before stored them. @returns the settings of the site. */
async function migrateFrom(period: string, site: object = {}) {
  await stored('globals').insertOne({ globalType: 'site', firmName: 'Known Law', ...site });
  await stored('figures').insertMany([
    { name: 'resultsPeriod', values: [{ value: period }, { value: 'since 1993' }] },
    { name: 'ssiMonthlyAbout', values: [{ value: '$900' }] },
    { name: 'ssiMonthlyMaximum', values: [{ value: '$994' }] },
  ]);
  await mergedFigures.run(deps);
  return stored('globals').findOne({ globalType: 'site' });
}

describe('figures that said the same as others', () => {
  it('are gone, and what editors wrote of the period of their count is a setting of the site', async () => {
    expect(await migrateFrom('2019 to 2025')).toMatchObject({ claimStatisticsPeriod: '2019 to 2025' });
    const left = await stored('figures').find({}).toArray();
    expect(left.map(({ name }) => name)).toEqual(['ssiMonthlyMaximum']);
  });

  it('leave no period where the seed alone had named one', async () => {
    expect(await migrateFrom('since 1993')).not.toHaveProperty('claimStatisticsPeriod');
  });

  it('are merged once: a second run, or one that was interrupted, changes nothing that is there', async () => {
    await migrateFrom('2019 to 2025', { claimStatisticsPeriod: '2020 to 2025' });
    await mergedFigures.run(deps);
    const site = await stored('globals').findOne({ globalType: 'site' });
    expect(site).toMatchObject({ claimStatisticsPeriod: '2020 to 2025' });
  });

  it('are taken from the former settings of a database from before figures had dates', async () => {
    await stored('globals').insertMany([
      { globalType: 'site', firmName: 'Known Law' },
      { globalType: 'facts', resultsPeriod: 'since 2001' },
    ]);
    await mergedFigures.run(deps);
    const site = await stored('globals').findOne({ globalType: 'site' });
    expect(site).toMatchObject({ claimStatisticsPeriod: 'since 2001' });
  });
});
