import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { countedResults } from './counted-results.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
const valuesOf = async (name: string) => (await stored('figures').findOne({ name }))?.values;
beforeEach(async () => {
  await stored('figures').deleteMany({});
  await stored('globals').deleteMany({});
  await stored('figures').insertMany([
    { name: 'hearingSuccessRate', values: [{ value: '90%' }, { value: '85%+', period: '2001 to 2018' }] },
    {
      name: 'initialDenialRate',
      values: [
        { value: '68%', sourceName: 'SSA' },
        { value: '70%', sourceName: 'The firm’s own estimate, not an official count' },
      ],
    },
    { name: 'sgaMonthly', values: [{ value: '$1,690' }] },
  ]);
});

describe('the results of the firm', () => {
  it('each get the period that they shared, where they have none, and a second run changes nothing', async () => {
    await stored('globals').insertOne({ globalType: 'site', claimStatisticsPeriod: ' 2019 to 2025 ' });
    await countedResults.run(deps);
    await countedResults.run(deps);
    expect(await valuesOf('hearingSuccessRate')).toEqual([
      { value: '90%', period: '2019 to 2025' },
      { value: '85%+', period: '2001 to 2018' },
    ]);
    expect(await valuesOf('sgaMonthly')).toEqual([{ value: '$1,690' }]);
  });

  it('get none where nobody had entered one', async () => {
    await stored('globals').insertOne({ globalType: 'site', claimStatisticsPeriod: '' });
    await countedResults.run(deps);
    expect(await valuesOf('hearingSuccessRate')).toEqual([
      { value: '90%' },
      { value: '85%+', period: '2001 to 2018' },
    ]);
  });

  it('and the seed’s estimates are called so in short, while sources that editors named stay', async () => {
    await countedResults.run(deps);
    expect(await valuesOf('initialDenialRate')).toEqual([
      { value: '68%', sourceName: 'SSA' },
      { value: '70%', sourceName: 'Our estimate' },
    ]);
  });
});
