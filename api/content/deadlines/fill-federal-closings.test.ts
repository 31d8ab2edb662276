import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { readFederalClosings } from '../read-site.ts';
import { fillFederalClosings } from './fill-federal-closings.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const globals = () => deps.portal.useDb(deps.settings.CMS_DATABASE).collection('globals');
beforeEach(() => globals().deleteMany({}));

async function closingsAfter(site: object) {
  await globals().insertOne({ globalType: 'site', firmName: 'Known Law', ...site });
  await fillFederalClosings.run(deps);
  await fillFederalClosings.run(deps);
  deps.content.forget();
  return [...(await readFederalClosings(deps))];
}

describe('the days off by order of the President', () => {
  it('are not added where there are no settings yet', async () => {
    await fillFederalClosings.run(deps);
    expect(await globals().countDocuments()).toBe(0);
  });

  it('are left alone where editors keep them, also where they removed all', async () => {
    const date = new Date('2027-01-04T12:00:00Z');
    expect(await closingsAfter({ federalClosings: [{ id: '1', date, source: 'An order' }] })).toEqual([
      '2027-01-04',
    ]);
    await globals().deleteMany({});
    expect(await closingsAfter({ federalClosings: [] })).toEqual([]);
  });

  it('are added to the settings of the version before, once', async () => {
    expect(await closingsAfter({})).toEqual([
      '2018-12-05',
      '2018-12-24',
      '2019-12-24',
      '2020-12-24',
      '2024-12-24',
      '2025-01-09',
      '2025-12-24',
      '2025-12-26',
    ]);
  });
});
