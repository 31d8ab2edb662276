import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { setFigure } from '../../cms/testing.ts';
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

describe('beside our own results', () => {
  const name = 'hearingSuccessRate';
  const shownAt = async (address: string) => {
    const settings = { ...deps.settings, PUBLIC_URL: address };
    return (await readTokens({ ...deps, settings, content: makeContentCache() }))[name];
  };

  it('a public site says no period that nobody entered, and a trial an example', async () => {
    await setFigure(deps.payload, name, { value: '85%+' });
    expect(await shownAt('https://firm.example')).toMatchObject({
      value: '85%+',
      attribution: 'the firm’s own count',
    });
    expect(await shownAt('http://localhost:3000')).toMatchObject({
      attribution: expect.stringMatching(
        /^the firm’s own count, since 1993: hearings won .+ of all decided$/,
      ),
    });
  });

  it('stands what the firm entered, on every site', async () => {
    await setFigure(deps.payload, name, { value: '85%+', period: '2019 to 2025', counted: 'hearings held' });
    const attribution = 'the firm’s own count, 2019 to 2025: hearings held';
    expect(await shownAt('https://firm.example')).toMatchObject({ attribution });
    expect(await shownAt('http://localhost:3000')).toMatchObject({ attribution });
  });

  it('stands nothing of an example once either is entered', async () => {
    await setFigure(deps.payload, name, { value: '85%+', period: '2019 to 2025' });
    const attribution = 'the firm’s own count, 2019 to 2025';
    expect(await shownAt('http://localhost:3000')).toMatchObject({ attribution });
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
