import { directoryKeys } from '@claimdesk/cms/directory-keys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { findReferral } from '#api/casework/referral.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { sendAs, signInPerson } from '../../../cms/testing.ts';
import { evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { findByName, readRequest } from './list-directory.ts';

const account = { email: 'dora.directory@example.com', password: 'correct horse battery' };
const attorney = {
  name: 'Zoë Ledger',
  firm: 'Ledger Sample Law',
  email: 'zoe.ledger@example.com',
  phone: '(201) 555-0144',
  city: 'Camden',
  state: 'NJ' as const,
  years_experience: 7,
  specialties: ['ALJ hearings', 'SSI for children'],
  bio: 'A sample.',
};

let deps: Deps;
let call: ReturnType<typeof visitor>['call'];
beforeAll(async () => {
  deps = await openDeps();
  await createStaff({ name: 'Dora Directory', ...account }, deps);
  ({ call } = visitor(deps));
  await call.staff.signInWithEmail(account);
});
beforeEach(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  deps.content.forget();
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

let opened = 0;
/** @returns the key that an opened form would have. */
function newKey(): string {
  opened += 1;
  return `00000000-0000-4000-8000-${String(opened).padStart(12, '0')}`;
}

const stored = () => attorneyModel(deps.payload).find({}).lean();

async function add(over: object = {}): Promise<string> {
  await call.directory.add({ key: newKey(), answers: { ...attorney, ...over } });
  return String((await attorneyModel(deps.payload).findOne({}).sort({ _id: -1 }).lean())?._id);
}

/** Saves as editors do in the CMS. */
const saveInCms = (id: string, data: object) =>
  deps.payload.update({ collection: 'attorneys', id, data, depth: 0 });

/** @returns the names that visitors find. */
async function found(q = ''): Promise<string[]> {
  return (await visitor(deps).call.attorneys.search({ q })).attorneys.map(({ name }) => name);
}

describe('what is refused', () => {
  it('every call without a staff session', async () => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    const { directory } = visitor(deps).call;
    for (const attempt of [
      () => directory.list({}),
      () => directory.list({ state: 'NJ', search: 'AAAAAAAAAAAA' }),
      () => directory.detail({ id }),
      () => directory.add({ key: newKey(), answers: attorney }),
      () => directory.change({ id, version, answers: { ...attorney, name: 'Eve' } }),
      () => directory.remove({ id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'signed-out' });
    }
    expect(await stored()).toMatchObject([{ name: attorney.name }]);
  });

  it.each([
    ['an operator', { $ne: '' }],
    ['a list', ['0123456789abcdef01234567']],
    ['a word', 'all'],
    ['nothing', undefined],
  ])('%s as an id, a key, a version or a cursor', async (_what, value) => {
    const id = await add();
    for (const attempt of [
      () => call.directory.detail({ id: value } as never),
      () => call.directory.remove({ id: value } as never),
      () => call.directory.change({ id: value, version: '', answers: attorney } as never),
      () => call.directory.add({ key: value, answers: attorney } as never),
      ...(typeof value === 'string' ? [] : [() => call.directory.change({ id, version: value } as never)]),
      ...(value === undefined ? [] : [() => call.directory.list({ cursor: value } as never)]),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'bad-input' });
    }
    expect(await stored()).toHaveLength(1);
  });

  const invalid: [string, object, string, string][] = [
    ['no name', { name: ' ' }, 'name', 'Enter the attorney’s full name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name', '120 characters'],
    ['a name with a control character', { name: 'Zoë\u0007Ledger' }, 'name', 'hidden characters'],
    ['a name that turns its direction', { name: 'Zoë \u202eregdeL' }, 'name', 'hidden characters'],
    ['no firm', { firm: undefined }, 'firm', 'firm'],
    ['half an email address', { email: 'zoe@' }, 'email', 'name@example.com'],
    ['a phone number of nine digits', { phone: '201 555 014' }, 'phone', '10-digit'],
    ['no city', { city: '' }, 'city', 'city'],
    ['a state that does not exist', { state: 'XX' }, 'state', 'state'],
    ['a state in small letters', { state: 'nj' }, 'state', 'state'],
    ['years below zero', { years_experience: -1 }, 'years_experience', '0 or more'],
    ['half years', { years_experience: 1.5 }, 'years_experience', 'whole number'],
    ['years in words', { years_experience: 'ten' }, 'years_experience', 'whole number'],
    ['no specialty', { specialties: ['', ' '] }, 'specialties', 'at least one'],
    ['21 specialties', { specialties: Array.from({ length: 21 }, (_, at) => `s${at}`) }, 'specialties', '20'],
    ['a specialty of 61 letters', { specialties: ['x'.repeat(61)] }, 'specialties', '60 characters'],
    ['a hidden character in a specialty', { specialties: ['a\u2066b'] }, 'specialties', 'hidden characters'],
    ['no bio', { bio: null }, 'bio', 'few words'],
    ['a bio of 2,001 letters', { bio: 'x'.repeat(2001) }, 'bio', '2,000'],
    ['an operator as a name', { name: { $ne: '' } }, 'name', 'name'],
    ['a key that the form does not have', { listed: false }, '', 'not on this form'],
  ];
  it.each(invalid)('%s, to add and to change', async (_what, over, field, sentence) => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    const answers = { ...attorney, ...over };
    for (const attempt of [
      () => call.directory.add({ key: newKey(), answers }),
      () => call.directory.change({ id, version, answers }),
    ]) {
      const refused = { code: 'bad-input', fields: { [field]: expect.stringContaining(sentence) } };
      await expect(attempt()).rejects.toMatchObject(refused);
    }
    expect(await stored()).toMatchObject([{ name: attorney.name, listed: true }]);
  });

  it('a change of what somebody saved in the meantime, here or in the CMS', async () => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    await saveInCms(id, { city: 'Trenton' });
    const change = () => call.directory.change({ id, version, answers: { ...attorney, firm: 'Late Law' } });
    await expect(change()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Somebody saved this attorney after you opened the form'),
    });
    expect(await stored()).toMatchObject([{ city: 'Trenton', firm: attorney.firm }]);
  });

  it('a save in the CMS on a form that was opened before staff changed the attorney', async () => {
    const id = await add();
    const { cookie } = await signInPerson(deps.payload, 'publisher');
    const save = (data: object) => sendAs(deps.payload, cookie, ['PATCH', `/attorneys/${id}`, data]);
    const { revision } = await sendAs(deps.payload, cookie, ['GET', `/attorneys/${id}?depth=0`]);
    const { version } = await call.directory.detail({ id });
    await call.directory.change({ id, version, answers: { ...attorney, city: 'Trenton' } });
    const stale = await save({ city: 'Hoboken', revision });
    expect([stale.status, stale.error]).toEqual([
      409,
      expect.stringContaining('Staff in the back office saved this after you opened it'),
    ]);
    expect(await stored()).toMatchObject([{ city: 'Trenton', savedBy: 'Staff in the back office' }]);
    expect((await save({ city: 'Hoboken', revision: revision + 1 })).status).toBe(200);
  });

  it('all but one of ten changes of the same version at the same moment', async () => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    const changes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        call.directory.change({ id, version, answers: { ...attorney, firm: `Firm ${at}` } }),
      ),
    );
    const refused = changes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(Array(9).fill('conflict'));
  });

  it('a second deletion, and a change of who was deleted', async () => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    const deletions = await Promise.allSettled([
      call.directory.remove({ id }),
      call.directory.remove({ id }),
    ]);
    expect(deletions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const attempt of [
      () => call.directory.detail({ id }),
      () => call.directory.remove({ id }),
      () => call.directory.change({ id, version, answers: attorney }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'not-found',
        message: 'This attorney was not found. Somebody may have deleted the entry.',
      });
    }
    expect(await stored()).toEqual([]);
  });
});

describe('editing the directory', () => {
  it('adds an attorney whom visitors find at once, as a document of the CMS', async () => {
    expect(await found('ledger')).toEqual([]);
    const id = await add({ specialties: [' ALJ hearings ', '', 'SSI for children'], name: ' Zoë Ledger ' });
    expect(await found('zoe ledger camden')).toEqual([attorney.name]);
    const document = await deps.payload.findByID({ collection: 'attorneys', id });
    expect(document).toMatchObject({ ...attorney, phone: '2015550144', listed: true });
    expect(await attorneyModel(deps.payload).findById(id).lean()).toMatchObject(directoryKeys(attorney));
  });

  it('changes what visitors see at once, and leaves an unlisted attorney unlisted', async () => {
    const id = await add();
    const change = async (over: object) => {
      const { version } = await call.directory.detail({ id });
      await call.directory.change({ id, version, answers: { ...attorney, ...over } });
    };
    await change({ name: 'Zoë Renamed', years_experience: 0 });
    expect(await found()).toEqual(['Zoë Renamed']);
    await saveInCms(id, { listed: false });
    await change({ name: 'Zoë Hidden' });
    expect(await found()).toEqual([]);
    expect(await call.directory.list({})).toMatchObject({ rows: [{ name: 'Zoë Hidden', listed: false }] });
  });

  it('shows what an editor saved in the CMS, for a change of that', async () => {
    const id = await add();
    await saveInCms(id, { city: 'Trenton', phone: '(201) 555-0199' });
    const { answers, version, listed } = await call.directory.detail({ id });
    expect({ answers, listed }).toMatchObject({
      answers: { ...attorney, city: 'Trenton', phone: '(201) 555-0199' },
    });
    await call.directory.change({ id, version, answers });
    expect(await stored()).toMatchObject([{ city: 'Trenton', phone: '2015550199' }]);
  });

  it('adds one attorney however often a form is posted, also at the same moment', async () => {
    const key = newKey();
    const post = () => call.directory.add({ key, answers: attorney });
    await Promise.all([post(), post(), post()]);
    await post();
    expect(await stored()).toHaveLength(1);
    await add();
    expect(await stored()).toHaveLength(2);
  });

  it('accepts a change that is posted twice', async () => {
    const id = await add();
    const { version } = await call.directory.detail({ id });
    const post = () => call.directory.change({ id, version, answers: { ...attorney, city: 'Trenton' } });
    await post();
    await post();
    expect(await stored()).toMatchObject([{ city: 'Trenton' }]);
  });

  it('deletes an attorney from the public directory at once', async () => {
    const id = await add();
    await add({ name: 'Yves Stays' });
    expect(await found()).toHaveLength(2);
    await call.directory.remove({ id });
    expect(await found()).toEqual(['Yves Stays']);
  });

  it('leaves the requests for a deleted attorney readable', async () => {
    const id = await add();
    const referral = await findReferral('case-evaluation', id, deps);
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, referral, key: 'for-a-deleted-attorney' },
      { deps },
    );
    await call.directory.remove({ id });
    const { rows } = await call.evaluations.list({});
    const detail = await call.evaluations.detail({ id: rows[0]?.id ?? '' });
    expect(JSON.stringify(detail)).toContain('Zoë Ledger, Camden, NJ');
  });
});

describe('the list of attorneys', () => {
  it('is by name as people read it, 50 at a time, each once, also of namesakes', async () => {
    const names = [...Array(70).fill('Nam Sake'), 'Ángel First', 'zed last', ...Array(48).fill('Mo Middle')];
    const entries = names.map((name) => ({ ...attorney, name, listed: true }));
    await attorneyModel(deps.payload).insertMany(entries.map((one) => ({ ...one, ...directoryKeys(one) })));
    const pages: string[][] = [];
    const ids = new Set<string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof call.directory.list>> = await call.directory.list({ cursor });
      pages.push(page.rows.map(({ name }) => name));
      for (const { id } of page.rows) ids.add(id);
      cursor = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect([ids.size, pages.flat()[0], pages.flat().at(-1)]).toEqual([120, 'Ángel First', 'zed last']);
  });

  it('reads an index in its order, and no attorneys but the page’s and one on either side', async () => {
    const entries = Array.from({ length: 120 }, (_, at) => ({
      ...attorney,
      name: `Name ${at}`,
      listed: true,
    }));
    await attorneyModel(deps.payload).insertMany(entries.map((one) => ({ ...one, ...directoryKeys(one) })));
    const { next } = await call.directory.list({});
    const plan = await findByName(deps, await readRequest({ cursor: next }, deps)).explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 52 } });
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
  });

  it('shows the columns of the table and neither bio nor what is internal', async () => {
    await add();
    const { rows, next } = await call.directory.list({});
    expect(next).toBeNull();
    const { bio: _, phone: __, ...columns } = attorney;
    expect(rows).toMatchObject([{ ...columns, phone: '(201) 555-0144', listed: true }]);
    for (const key of ['bio', 'search', 'nameKey', 'submission_key']) expect(rows[0]).not.toHaveProperty(key);
  });
});

/** Stores attorneys quickly, as the form would. */
function store(given: object[]) {
  const entries = given.map((over) => ({ ...attorney, phone: '2015550144', listed: true, ...over }));
  return attorneyModel(deps.payload).insertMany(entries.map((one) => ({ ...one, ...directoryKeys(one) })));
}

describe('searching and filtering attorneys', () => {
  type Filter = Parameters<typeof call.directory.list>[0];

  /** @returns the names on a page of the list, searched for `query`. */
  async function names(filter: Filter, query?: string): Promise<string[]> {
    const search = query === undefined ? {} : { search: (await call.lists.search({ query })).id };
    const { rows } = await call.directory.list({ ...filter, ...search });
    return rows.map(({ name }) => name);
  }

  it.each([
    ['a state that does not exist', { state: 'XX' }, 'Choose one of the states'],
    ['a state in small letters', { state: 'nj' }, 'Choose one of the states'],
    ['an order that does not exist', { sort: 'newest' }, 'Choose one of the orders'],
    ['a search of nobody', { search: 'AAAAAAAAAAAA' }, 'This search has ended'],
    ['an operator for a state', { state: { $ne: '' } }, ''],
    ['a key that it does not know', { status: 'pending' }, ''],
  ])('refuses %s in words', async (_what, filter, sentence) => {
    await expect(call.directory.list(filter as never)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });

  it('refuses a search with nothing in it, or with too many words', async () => {
    for (const query of ['', ' ', '--', 'a b c d e f g'])
      await expect(names({}, query)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it.each([
    'zoë',
    'ledger zo',
    'sample ledger',
    '(201) 555-0144',
    '+1 201 555 0144',
    '555-0144',
    '0144',
    'ZOE.LEDGER@example.com',
    'zoe.ledger',
    'zoe camden 0144',
  ])('finds an attorney by %s, and nobody else', async (query) => {
    await store([
      {},
      { name: 'Ben Other', firm: 'Other Law', email: 'ben@example.com', phone: '2015550199', city: 'Newark' },
    ]);
    expect(await names({}, query)).toEqual([attorney.name]);
  });

  it('finds nobody for visitors by phone number or email address', async () => {
    await add();
    for (const q of ['5550144', 'phone:0144', 'zoe.ledger@example.com']) expect(await found(q)).toEqual([]);
  });

  it('finds who is not listed too, and by what was saved last', async () => {
    const id = await add();
    await saveInCms(id, { listed: false, phone: '(201) 555-0199' });
    expect([await names({}, '0199'), await names({}, '0144')]).toEqual([[attorney.name], []]);
  });

  it('shows those of a state, by name or from Z to A, searched or not', async () => {
    await store([
      { name: 'Mo Middle' },
      { name: 'Zed Last' },
      { name: 'Abe First' },
      { name: 'Ny Yorker', state: 'NY' },
    ]);
    for (const query of [undefined, 'ledger']) {
      expect(await names({ state: 'NJ' }, query)).toEqual(['Abe First', 'Mo Middle', 'Zed Last']);
      expect(await names({ state: 'NJ', sort: 'reverse' }, query)).toEqual([
        'Zed Last',
        'Mo Middle',
        'Abe First',
      ]);
      expect(await names({ state: 'NY', sort: 'name' }, query)).toEqual(['Ny Yorker']);
      expect(await names({ state: 'TX' }, query)).toEqual([]);
    }
  });

  it.each([
    {},
    { state: 'NJ' },
    { query: 'sample' },
    { query: 'nam' },
    { query: 'sample law nam' },
    { query: '0144', state: 'NJ' },
  ])(
    'has each on one page and reads an index in its order: %j, both ways',
    { tags: 'thorough' },
    async (filter) => {
      await store(
        Array.from({ length: 130 }, (_, at) => ({ name: `Nam ${at % 40}`, state: at % 13 ? 'NJ' : 'NY' })),
      );
      const { query, ...rest }: { query?: string; state?: string } = filter;
      const search = query === undefined ? {} : { search: (await call.lists.search({ query })).id };
      for (const sort of ['name', 'reverse']) {
        const ids: string[] = [];
        for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page += 1) {
          const { answer, queries } = await profile(
            deps.portal.useDb(deps.settings.CMS_DATABASE),
            /^attorneys$/,
            () => call.directory.list({ ...rest, ...search, sort, cursor }),
          );
          ids.push(...answer.rows.map(({ id }) => id));
          cursor = answer.next;
          expect(queries.length).toBeGreaterThan(0);
          for (const read of queries) {
            expect(read.planSummary).toMatch(/^IXSCAN/);
            expect(read.hasSortStage).toBeUndefined();
            // A page, one row more, and the first of each term.
            expect(read.docsExamined).toBeLessThanOrEqual(52 + 2);
          }
        }
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toHaveLength(rest.state ? 120 : 130);
      }
    },
  );

  it('reads those who have both words, not all who have one, and counts nothing', {
    tags: 'thorough',
  }, async () => {
    const others = Array.from({ length: 400 }, (_, at) => ({ name: at % 2 ? 'Xenia Other' : 'Ben Zacher' }));
    await store([...others, { name: 'Xenia Zacher' }, { name: 'Zac Xeniaros' }, { name: 'Zac Xen Lee' }]);
    const search = async (query: string) => {
      const { id } = await call.lists.search({ query });
      const cms = deps.portal.useDb(deps.settings.CMS_DATABASE);
      const { answer, operations } = await profile(cms, /^attorneys$/, () =>
        call.directory.list({ search: id }),
      );
      expect(operations).toHaveLength(1);
      return { names: answer.rows.map(({ name }) => name), read: operations[0]?.docsExamined };
    };
    expect(await search('zacher, xenia')).toEqual({ names: ['Xenia Zacher'], read: 3 });
    expect(await search('xen zac')).toEqual({
      names: ['Xenia Zacher', 'Zac Xen Lee', 'Zac Xeniaros'],
      read: 3,
    });
  });

  it('finds by two words of which one is an email address before its @', async () => {
    await store([
      { name: 'Xenia Other', email: 'zacher@one.example' },
      { name: 'Xenia Another', email: 'xenia@one.example' },
      { name: 'Ben Other', email: 'zacher@two.example' },
    ]);
    const { id: search } = await call.lists.search({ query: 'xenia zacher' });
    expect((await call.directory.list({ search })).rows.map(({ name }) => name)).toEqual(['Xenia Other']);
  });
});
