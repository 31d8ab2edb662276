import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { site } from '../../seed/site.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { makeContentCache } from './content-cache.ts';
import { readTokens } from './read-site.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

/** @returns what texts show with these settings of the site. */
async function tokensWith(settings: object) {
  await deps.payload.updateGlobal({ slug: 'site', data: { ...site, ...settings } as never });
  return readTokens({ ...deps, content: makeContentCache() });
}

describe('our own results', () => {
  it('say whose count they are, with the period where one is entered', async () => {
    expect(await tokensWith({})).toMatchObject({ ownCount: 'the firm’s own count' });
    const counted = await tokensWith({ claimStatisticsPeriod: ' 2019 to 2025 ' });
    expect(counted).toMatchObject({ ownCount: 'the firm’s own count, 2019 to 2025' });
  });

  it('read well in texts from before the period could be empty', async () => {
    expect(await tokensWith({ claimStatisticsPeriod: '' })).toMatchObject({ resultsPeriod: 'so far' });
    const counted = await tokensWith({ claimStatisticsPeriod: 'since 2019' });
    expect(counted).toMatchObject({ resultsPeriod: 'since 2019' });
  });
});

describe('who represents clients', () => {
  it('is nobody by name while no name is entered', async () => {
    const representative = 'someone at our firm, whose name we tell you before you sign form SSA-1696';
    const settings = { representativeName: ' ', representativeCredentials: 'attorney' };
    expect(await tokensWith(settings)).toMatchObject({ representative });
  });

  it('is named, with credentials where there are any', async () => {
    const settings = { representativeName: 'Ruth Known', representativeCredentials: '' };
    expect(await tokensWith(settings)).toMatchObject({ representative: 'Ruth Known' });
    const more = { ...settings, representativeCredentials: 'attorney' };
    expect(await tokensWith(more)).toMatchObject({ representative: 'Ruth Known, attorney' });
  });
});
