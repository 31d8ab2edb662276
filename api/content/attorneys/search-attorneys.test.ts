import { directoryKeys } from '@claimdesk/cms/directory-keys';
import { placeKey } from '@claimdesk/cms/places';
import { type StateCode, stateCodes } from '@claimdesk/cms/states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { addPicture } from '../../../cms/testing.ts';
import { sampleAttorney } from '../../../tests/setup/attorneys.ts';
import { openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { attorneyModel } from './attorney.model.ts';
import { maxResults, pageSize } from './search-attorneys.ts';

let deps: Deps;
let call: ReturnType<typeof visitor>['call'];
beforeAll(async () => {
  deps = await openDeps();
  call = visitor(deps).call;
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

interface Given {
  name?: string;
  firm?: string;
  city?: string;
  state?: StateCode;
  zip_code?: string;
  specialties?: string[];
  photo?: string;
  listed?: boolean;
}

function attorney(over: Given = {}) {
  return { ...sampleAttorney, ...over };
}

/** Replaces all attorneys in one write, with the derived fields that the CMS would set. */
async function fill(...given: Given[]): Promise<void> {
  const model = attorneyModel(deps.payload);
  await model.deleteMany({});
  await model.insertMany(
    given.map(attorney).map((one) => ({ ...one, ...directoryKeys(one), place: placeKey(one) })),
  );
  deps.content.forget();
}

async function namesFor(q: string, state = ''): Promise<string[]> {
  return (await call.attorneys.search({ q, state })).attorneys.map(({ name }) => name);
}

describe('what the directory refuses', () => {
  it.each([
    ['a page before the first', { page: 0 }],
    ['half a page', { page: 1.5 }],
    ['an operator for a state', { state: { $ne: '' } }],
    ['an operator for the words', { q: { $regex: '.*' } }],
    ['a list of words', { q: ['a'] }],
    ['a search of 201 characters', { q: 'x'.repeat(201) }],
    ['an operator for the ZIP code', { zip: { $ne: '' } }],
    ['a ZIP code of 41 characters', { zip: '0'.repeat(41) }],
    ['a key that it does not know', { listed: false }],
  ])('%s is refused', async (_what, input) => {
    await expect(call.attorneys.search(input as never)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('an unlisted attorney is not found, counted or named in any way', async () => {
    await fill({ name: 'Vera Hidden', city: 'Casper', state: 'WY', listed: false }, { name: 'Ada Sample' });
    for (const input of [
      {},
      { q: 'vera' },
      { q: 'casper' },
      { state: 'WY' },
      { q: 'vera casper', state: 'WY' },
      { zip: '82601' },
      { zip: '82601', q: 'vera', state: 'WY' },
    ]) {
      expect(JSON.stringify(await call.attorneys.search(input))).not.toMatch(/Vera|Casper|Hidden/);
    }
    expect((await call.attorneys.search({})).states).toEqual([{ code: 'NJ', name: 'New Jersey', count: 1 }]);
  });

  it('only the public fields are returned', async () => {
    await fill({});
    const [found] = (await call.attorneys.search({ q: 'ada' })).attorneys;
    const fields =
      'bio city email firm id miles name phone phoneHref photo specialties state stateName years_experience';
    expect(Object.keys(found ?? {}).sort()).toEqual(fields.split(' '));
  });

  it.each(['.*', '^a', '$ne', '{"$gt":""}', 'a|b', '\\', '%00', '(a+)+$'])(
    'special characters in a search mean nothing: %s',
    async (q) => {
      await fill({ name: 'Zed Zulu', firm: 'Zulu', city: 'Zion', state: 'UT', specialties: ['Zeal'] });
      const { total } = await call.attorneys.search({ q });
      expect(total).toBe(/[a-z0-9]/.test(q) ? 0 : 1);
    },
  );

  it.each(['XX', 'New Jersey', '__proto__', 'toString', '!'])(
    'an unknown state is reported as unknown, and all are shown: %s',
    async (state) => {
      await fill({}, { state: 'NY' });
      const answer = await call.attorneys.search({ state });
      expect(answer).toMatchObject({ state: null, isUnknownState: true, total: 2 });
    },
  );

  it('a word inside another, or a wrong second word, finds no one', async () => {
    await fill({ name: 'Joan Freeman' });
    expect(await namesFor('man')).toEqual([]);
    expect(await namesFor('joan zzz')).toEqual([]);
    expect(await namesFor('joan', 'NY')).toEqual([]);
  });
});

describe('a search', () => {
  it('finds by prefixes in name, firm, city, state and specialty, in any word order', async () => {
    await fill(
      { name: 'Joan Freeman', firm: 'Open Door Law', city: 'Hoboken', specialties: ['SSI for children'] },
      { name: 'Ada Sample' },
    );
    for (const q of ['jo', 'FREEMAN', 'door', 'hob', 'child', 'free open', 'ssi hobo joan', 'jersey hobo']) {
      expect(await namesFor(q)).toEqual(['Joan Freeman']);
    }
  });

  it('ignores accents, apostrophes and hyphens in both query and data', async () => {
    await fill({ name: 'José O’Brien-Łukasz' });
    for (const q of ['jose', 'JOSÉ', 'obrien', "O'Brien", 'o brien', 'lukasz', 'łuk', 'brien-luk']) {
      expect(await namesFor(q)).toEqual(['José O’Brien-Łukasz']);
    }
  });

  it('requires every one of many words', async () => {
    await fill({ name: 'Ann Bo Cy Di Ed Flo Gus' }, { name: 'Ann Bo Cy Di Ed Flo' });
    expect(await namesFor('a b c d e f g')).toEqual(['Ann Bo Cy Di Ed Flo Gus']);
  });
});

describe('the order and the pages', () => {
  it('sorts by state, then by name, as people read them', async () => {
    await fill(
      { name: 'zoe small', state: 'NJ' },
      { name: 'Éva Accent', state: 'NJ' },
      { name: 'Ida Idaho', state: 'ID' },
      { name: 'Ian Iowa', state: 'IA' },
      { name: 'Ada Sample', state: 'NJ' },
    );
    const expected = ['Ida Idaho', 'Ian Iowa', 'Ada Sample', 'Éva Accent', 'zoe small'];
    expect(await namesFor('')).toEqual(expected);
    expect(await namesFor('law')).toEqual(expected);
  });

  it('lists every attorney once across all pages, and a page past the end is the last', async () => {
    const given = Array.from({ length: 77 }, (_, at) => ({
      name: `Person ${String(at).padStart(2, '0')}`,
      state: stateCodes[at % 7] as StateCode,
    }));
    await fill(...given);
    for (const q of ['', 'person']) {
      const first = await call.attorneys.search({ q });
      expect(first).toMatchObject({ total: 77, isMore: false, page: 1, pages: 7 });
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map((page) => call.attorneys.search({ q, page })),
      );
      const names = pages.flatMap(({ attorneys }) => attorneys.map(({ name }) => name));
      expect(names).toHaveLength(77);
      expect(new Set(names).size).toBe(77);
      expect(await call.attorneys.search({ q, page: 99_999 })).toEqual(pages[6]);
    }
  });

  it('a state can be requested in lowercase, and one without attorneys has an empty page', async () => {
    await fill({}, { state: 'NY' });
    expect(await call.attorneys.search({ state: 'nj' })).toMatchObject({
      state: { code: 'NJ', name: 'New Jersey' },
      total: 1,
    });
    expect(await call.attorneys.search({ state: 'WY', page: 3 })).toMatchObject({
      state: { code: 'WY' },
      isUnknownState: false,
      attorneys: [],
      total: 0,
      page: 1,
      pages: 1,
    });
    for (const state of ['', 'all']) {
      expect(await call.attorneys.search({ state })).toMatchObject({ isUnknownState: false, total: 2 });
    }
  });

  it('an attorney who is listed or unlisted appears or disappears at once', async () => {
    await fill({});
    await call.attorneys.search({});
    const data = attorney({ name: 'New Comer', state: 'NY' });
    const { id } = await deps.payload.create({ collection: 'attorneys', data });
    const states = async () => (await call.attorneys.search({})).states.map(({ code }) => code);
    await eventually(async () => expect(await states()).toEqual(['NJ', 'NY']));
    expect(await namesFor('comer')).toEqual(['New Comer']);
    await deps.payload.update({ collection: 'attorneys', id, data: { listed: false } });
    await eventually(async () => expect(await states()).toEqual(['NJ']));
    expect(await namesFor('comer')).toEqual([]);
  });
});

describe('a search by ZIP code', () => {
  const milesFor = async (input: { zip: string; q?: string; state?: string }) =>
    (await call.attorneys.search(input)).attorneys.map(({ name, miles }) => [name, miles]);

  it.each(['00000', '7102', '071021', 'Newark', '-07102', '07102-12', '__proto__', '$ne'])(
    'of no place is reported as unknown, and makes no difference: %s',
    async (zip) => {
      await fill({ state: 'NY', city: 'Buffalo' }, { name: 'Bo Sample' });
      const answer = await call.attorneys.search({ zip });
      expect(answer).toMatchObject({ zip: null, isUnknownZip: true, total: 2 });
      expect(answer).toMatchObject({ ...(await call.attorneys.search({})), isUnknownZip: true });
    },
  );

  it('has the nearest first, across borders, with rounded miles in a straight line', async () => {
    await fill(
      { name: 'Far West', city: 'Los Angeles', state: 'CA' },
      { name: 'Cam Den', city: 'Camden', state: 'NJ' },
      { name: 'Man Hattan', city: 'New York', state: 'NY', zip_code: '10001' },
      { name: 'New Ark', city: 'Newark', state: 'NJ', zip_code: '07102' },
    );
    const answer = await call.attorneys.search({ zip: '07102' });
    expect(answer).toMatchObject({ zip: '07102', isUnknownZip: false, total: 4, isMore: false });
    expect(answer.attorneys.map(({ name }) => name)).toEqual([
      'New Ark',
      'Man Hattan',
      'Cam Den',
      'Far West',
    ]);
    const [newark, manhattan, camden, losAngeles] = answer.attorneys.map(({ miles }) => miles ?? Number.NaN);
    // As any map shows, to the miles that the middle of a city leaves open.
    expect(newark).toBe(0);
    expect(manhattan).toBe(9);
    expect(camden).toBeGreaterThan(65);
    expect(camden).toBeLessThan(80);
    expect(losAngeles).toBeGreaterThan(2_430);
    expect(losAngeles).toBeLessThan(2_460);
  });

  it('takes nine digits, and with a state or words lists only those', async () => {
    await fill(
      { name: 'Near York', city: 'New York', state: 'NY' },
      { name: 'Near Jersey', city: 'Trenton', state: 'NJ', specialties: ['SSI for children'] },
      { name: 'Nearer Jersey', city: 'Newark', state: 'NJ' },
      { name: 'Njord Nystrom', city: 'New York', state: 'NY' },
    );
    const names = async (input: { q?: string; state?: string }) =>
      (await milesFor({ zip: ' 07102-1234 ', ...input })).map(([name]) => name);
    expect(await names({ state: 'NJ' })).toEqual(['Nearer Jersey', 'Near Jersey']);
    expect(await names({ q: 'children' })).toEqual(['Near Jersey']);
    expect(await names({ q: 'near', state: 'NJ' })).toEqual(['Nearer Jersey', 'Near Jersey']);
    expect(await names({ q: 'nearer york' })).toEqual([]);
    expect(await names({ state: 'WY' })).toEqual([]);
  });

  it('lists those whose city nobody knows too, without a distance', async () => {
    await fill({ name: 'Una Known', city: 'Nowhere-on-Sample' }, { name: 'Ada Sample' });
    expect(await milesFor({ zip: '07102' })).toEqual([
      ['Ada Sample', expect.any(Number)],
      ['Una Known', null],
    ]);
  });

  it('lists each once across all pages, up to 240 and says when there are more', async () => {
    const zips = ['07102', '08608', '10001', '90012', '02108'];
    const given = Array.from({ length: 250 }, (_, at) => ({
      name: `P ${at}`,
      zip_code: zips[at % 5] as string,
    }));
    await fill(...given);
    const first = await call.attorneys.search({ zip: '07102' });
    expect(first).toMatchObject({ total: maxResults, isMore: true, pages: maxResults / pageSize });
    const pages = await Promise.all(
      Array.from({ length: first.pages }, (_, at) => call.attorneys.search({ zip: '07102', page: at + 1 })),
    );
    const ids = pages.flatMap(({ attorneys }) => attorneys.map(({ id }) => id));
    expect(new Set(ids).size).toBe(maxResults);
  });
});

describe('a state without attorneys', () => {
  it('comes with the nearest states that have some, nearest first', async () => {
    await fill({ state: 'FL' }, { state: 'CO' }, { state: 'CO' }, { state: 'WA' }, { state: 'UT' });
    const { total, nearestStates } = await call.attorneys.search({ state: 'WY' });
    expect(total).toBe(0);
    expect(nearestStates.map(({ code, count }) => [code, count])).toEqual([
      ['CO', 2],
      ['UT', 1],
      ['WA', 1],
    ]);
    expect((await call.attorneys.search({ state: 'CO', q: 'zzz' })).nearestStates).toEqual([]);
  });

  it('comes with none where nobody is listed at all', async () => {
    await fill();
    expect(await call.attorneys.search({ state: 'GU' })).toMatchObject({ total: 0, nearestStates: [] });
  });
});

describe('a page that is kept in memory', () => {
  const readPage = (input: { state?: string; page?: number }) =>
    deps.content.memoizeDerived('a page of the directory', (content) =>
      visitor({ ...deps, content }).call.attorneys.search(input),
    );

  it.each([{}, { state: 'NJ' }])(
    'is made again when no more than a detail of an attorney changes: %o',
    async (input) => {
      await fill({ firm: 'Old Firm' });
      expect((await readPage(input)).attorneys).toMatchObject([{ firm: 'Old Firm' }]);
      await attorneyModel(deps.payload).updateOne({}, { firm: 'New Firm' });
      deps.content.forget('attorneys');
      expect((await readPage(input)).attorneys).toMatchObject([{ firm: 'New Firm' }]);
    },
  );

  it('is made again when a photograph gets other words', async () => {
    const { id: photo } = await addPicture(deps.payload, 'Ada Sample');
    await fill();
    await deps.payload.create({ collection: 'attorneys', data: attorney({ photo }) });
    expect((await readPage({})).attorneys).toMatchObject([{ photo: { alt: 'Ada Sample' } }]);
    await deps.payload.update({ collection: 'media', id: photo, data: { alt: 'Ada Sample, smiling' } });
    deps.content.forget('media');
    expect((await readPage({})).attorneys).toMatchObject([{ photo: { alt: 'Ada Sample, smiling' } }]);
  });

  it('is read once for all who ask past the last page', async () => {
    await fill({});
    const { operations } = await profile(
      deps.portal.useDb(deps.settings.CMS_DATABASE),
      /^attorneys$/,
      async () => {
        for (let page = 1; page <= 40; page += 1) await call.attorneys.search({ state: 'NJ', page });
      },
    );
    // States are counted, and both are read again when the change stream tells of the attorney, which may be in between.
    expect(operations.length).toBeLessThanOrEqual(4);
  });
});

describe('a photograph', () => {
  it('is found with its text and widths, and those without one have none', async () => {
    const { id: photo } = await addPicture(deps.payload, 'Ada Sample, smiling');
    await fill({ name: 'Bo Sample' });
    await deps.payload.create({ collection: 'attorneys', data: attorney({ photo }) });
    const { attorneys } = await call.attorneys.search({});
    const [ada, bo] = attorneys.map((one) => one.photo);
    expect(ada).toMatchObject({
      alt: 'Ada Sample, smiling',
      sources: [{ url: expect.stringMatching(/^\/media\//) }],
    });
    expect(bo).toBeNull();
  });
});

describe('with many attorneys', { tags: 'thorough' }, () => {
  const count = 6_000;
  /** `Rare` has ten, `Hearings` all; `Odd` and `Even` share nobody. */
  beforeAll(async () => {
    const many = Array.from({ length: count }, (_, at) => ({
      name: `${at % 600 === 0 ? 'Rare' : 'Usual'} ${at % 2 ? 'Odd' : 'Even'}`,
      state: stateCodes[at % stateCodes.length] as StateCode,
      specialties: ['Hearings'],
    }));
    await fill(...many);
    // Counts the states, and leaves every page of attorneys unread.
    await call.attorneys.search({ q: 'zzz' });
  });

  /** Runs a search and asks the database what it examined. */
  async function workFor(input: { q?: string; state?: string; page?: number; zip?: string }) {
    const cms = deps.portal.useDb(deps.settings.CMS_DATABASE);
    const { answer, operations } = await profile(cms, /^attorneys$/, () => call.attorneys.search(input));
    const sum = (key: 'docsExamined' | 'keysExamined') =>
      operations.reduce((total, each) => total + (each[key] ?? 0), 0);
    return {
      answer,
      plans: operations.map(({ planSummary }) => String(planSummary)),
      sorted: operations.some(({ hasSortStage }) => hasSortStage),
      documents: sum('docsExamined'),
      keys: sum('keysExamined'),
    };
  }

  it.each([
    ['everybody', {}, pageSize],
    ['the last page of everybody', { page: count / pageSize }, pageSize],
    ['a state', { state: 'NJ', page: 2 }, pageSize],
    ['one letter', { q: 'h' }, maxResults + 1 + pageSize],
    ['a word that all have', { q: 'hearings' }, maxResults + 1 + pageSize],
    ['a word that all have, on its last page', { q: 'hearings', page: 10 }, maxResults + 1 + pageSize],
    ['a rare word', { q: 'rare' }, 20],
    ['a rare word among usual ones', { q: 'usual hearings rare' }, 10],
    ['a rare word first', { q: 'rar hear' }, 20],
    ['a word in a state', { q: 'hearings', state: 'NJ' }, 240],
    ['a word that no one has', { q: 'zzz hearings' }, 0],
    ['the nearest', { zip: '07102' }, maxResults + 1 + pageSize],
    ['the nearest to where nobody is', { zip: '99950', page: 20 }, maxResults + 1 + pageSize],
    ['the nearest in a state', { zip: '07102', state: 'CA' }, maxResults + 1 + pageSize],
    ['the nearest with a rare word', { zip: '07102', q: 'rare hearings' }, 20],
    ['the nearest with a word that all have', { zip: '99950', q: 'hearings' }, 5_000 + pageSize],
    ['the nearest with a word that no one has', { zip: '07102', q: 'zzz hearings' }, 0],
  ])('%s: uses the index, without a sort, examining few', async (_what, input, atMost) => {
    const { plans, sorted, documents, keys } = await workFor(input);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatch(/^(IXSCAN|COUNT|IDHACK|EOF|RECORD_STORE_FAST_COUNT)/);
    expect(sorted).toBe(false);
    expect(documents).toBeLessThanOrEqual(atMost);
    // Counting a search's words reads only index entries, and a bounded number.
    expect(keys).toBeLessThanOrEqual(documents + 3 * 5_000 + pageSize);
  });

  it('two common words that no one has together cost no more than one of them', async () => {
    const { answer, documents } = await workFor({ q: 'odd even' });
    expect(answer.total).toBe(0);
    expect(documents).toBeLessThanOrEqual(count / 2);
  });

  it('the states are counted from the index alone, once per change', async () => {
    deps.content.forget('attorneys');
    const { keys, documents } = await workFor({ q: 'zzz' });
    expect(keys).toBeGreaterThanOrEqual(count);
    expect(documents).toBe(0);
    // Change events for the thousands just written are still arriving.
    await eventually(async () => expect((await workFor({ q: 'zzz' })).keys).toBeLessThanOrEqual(1));
  });

  it('more results than can be paged are reported as more', async () => {
    expect(await call.attorneys.search({ q: 'hearings', page: 999 })).toMatchObject({
      total: maxResults,
      isMore: true,
      page: maxResults / pageSize,
    });
    expect(await call.attorneys.search({ q: 'hearings', zip: '99950' })).toMatchObject({
      total: maxResults,
      isMore: true,
    });
    expect((await call.attorneys.search({})).total).toBe(count);
  });
});
