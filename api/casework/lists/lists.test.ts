import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientSearchTokens, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { staffCollection } from '#api/accounts/staff/staff.model.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';
import { staffSession } from '../../../tests/setup/clients.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  type evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { copyContract, sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';

const account = { email: 'lister@example.com', password: 'correct horse battery' };
const collections = ['case_evaluations', 'attorney_applications', 'signed_contracts', 'clients'];

let deps: Deps;
let staffId: string;
beforeAll(async () => {
  deps = await openDeps();
  staffId = await createStaff({ name: 'Li Ster', ...account }, deps);
});
beforeEach(() => empty(deps, ...collections, 'documents', 'outbox', 'limits'));
afterAll(() => deps.close());

const staff = () => staffSession(staffId, deps);

type Call = ReturnType<typeof visitor>['call'];
const lists = ['evaluations', 'applications', 'contracts', 'clients'] as const;
type List = (typeof lists)[number];

/** @returns a page of a list, searched for `query`. */
async function found(call: Call, list: List, query: string, filter: object = {}) {
  const { id } = await call.lists.search({ query });
  return call[list].list({ search: id, ...filter });
}
const namesIn = ({ rows }: { rows: { name: string | null }[] }) => rows.map(({ name }) => name);

async function evaluation(over: Partial<typeof evaluationAnswers> = {}): Promise<string> {
  return (await sendEvaluation(deps, over)).reference;
}

async function application(over: object = {}): Promise<string> {
  const answers = { ...applicationAnswers, ...over };
  return (await submissionHandlers['attorney-application'].submit({ answers, key: randomUUID() }, { deps }))
    .reference;
}

async function sign(over: Partial<typeof contractAnswers> = {}): Promise<string> {
  return (await signContract(deps, over)).reference;
}

/** Stores evaluations quickly, as the form would; each arrives a second after the one before. */
async function manyEvaluations(
  count: number,
  status: (at: number) => 'pending' | 'approved' | 'rejected',
  nameOf: (at: number) => string = () => 'Ada Sample',
) {
  const model = submissionKinds.evaluations.collection.model(deps.portal);
  await evaluation();
  const one = await model.findOne().lean().orFail();
  await model.deleteMany({});
  const tokensOf = (name: string) => {
    const searchable = { names: [name], phones: [], emails: [], references: [] };
    return searchTokens(deps.keys.lookups, 'case_evaluations', searchable);
  };
  const rows = Array.from({ length: count }, (_, at) => ({
    ...one,
    _id: new Types.ObjectId(),
    reference: `R-${randomUUID()}`,
    submission_key: randomUUID(),
    status: status(at),
    search_tokens: tokensOf(nameOf(at)),
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 2) * 1_000),
  }));
  await model.insertMany(rows);
  return rows;
}

describe('the lists', () => {
  it('are neither read nor searched without a staff session', async () => {
    const { call } = visitor(deps);
    await expect(call.lists.search({ query: 'canaria' })).rejects.toMatchObject({ code: 'signed-out' });
    for (const list of lists)
      await expect(call[list].list({ search: 'AAAAAAAAAAAA' })).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('are searched by every role, also by those who may only look', async () => {
    await evaluation();
    const who = await staff();
    await staffCollection.model(deps.portal).updateOne({ _id: staffId }, { role: 'read_only' });
    expect((await found(who.call, 'evaluations', 'canaria')).rows).toHaveLength(1);
    await staffCollection.model(deps.portal).updateOne({ _id: staffId }, { role: 'admin' });
  });

  it.each([
    ['a status that does not exist', { status: 'lost' }, 'Choose one of the statuses'],
    ['an order that does not exist', { sort: 'name' }, 'Choose one of the orders'],
    ['a day that does not exist', { from: '2026-02-30' }, 'Enter each day as a date'],
    ['a word for a day', { to: 'today' }, 'Enter each day as a date'],
    ['the end before the beginning', { from: '2026-03-02', to: '2026-03-01' }, 'must not be before'],
    ['a search of nobody', { search: 'AAAAAAAAAAAA' }, 'This search has ended'],
    ['an operator for a status', { status: { $ne: '' } }, ''],
    ['an operator for a day', { from: { $gt: '' } }, ''],
    ['a key that it does not know', { name: 'x' }, ''],
  ])('refuse %s in words', async (_what, filter, sentence) => {
    const { call } = await staff();
    for (const list of lists) {
      await expect(call[list].list(filter as never)).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining(sentence),
      });
    }
  });

  it('refuse a status or an order of waiting ones where records have no status', async () => {
    const { call } = await staff();
    for (const list of ['contracts', 'clients'] as const) {
      for (const filter of [{ status: 'pending' }, { sort: 'pending' }, { sort: 'calls' }])
        await expect(call[list].list(filter)).rejects.toMatchObject({ code: 'bad-input' });
    }
    await expect(call.applications.list({ sort: 'calls' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('refuse a search with nothing in it, with too many words, or too long', async () => {
    const { call } = await staff();
    for (const query of ['', '  ', '--', 'a b c d e f g'])
      await expect(found(call, 'evaluations', query)).rejects.toMatchObject({ code: 'bad-input' });
    await expect(call.lists.search({ query: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('do not open a search for another session, nor for a later one of the same browser', async () => {
    await evaluation();
    const [who, other] = [await staff(), await staff()];
    const { id } = await who.call.lists.search({ query: 'canaria' });
    expect((await who.call.evaluations.list({ search: id })).query).toBe('canaria');
    const kept = who.context.cookies.get('admin-searches') ?? '';
    expect(kept).toMatch(/^v2\./);
    other.context.cookies.set('admin-searches', kept, { sameSite: 'Strict' });
    const ended = { code: 'bad-input', message: expect.stringContaining('This search has ended') };
    await expect(other.call.evaluations.list({ search: id })).rejects.toMatchObject(ended);
    await who.call.staff.signInWithEmail(account);
    await expect(who.call.evaluations.list({ search: id })).rejects.toMatchObject(ended);
  });

  it('keep the searches of five tabs, and a cookie that browsers take', async () => {
    const { call, context } = await staff();
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) ids.push((await call.lists.search({ query: `tab ${at}` })).id);
    const [oldest = '', ...others] = ids;
    await expect(call.evaluations.list({ search: oldest })).rejects.toMatchObject({ code: 'bad-input' });
    for (const search of others) await expect(call.evaluations.list({ search })).resolves.toBeTruthy();
    for (let at = 0; at < 6; at += 1) await call.lists.search({ query: '\u{1F642}'.repeat(50) });
    expect(context.cookies.get('admin-searches')?.length).toBeLessThan(3_500);
  });
});

describe('a search', () => {
  it.each([
    'Canaria',
    'canaria otestwright',
    "o'tes",
    'testwright',
    '(201) 555-0147',
    '5550147',
    '0147',
    'CANARIA.TESTWRIGHT@example.com',
    'canaria.testwright',
  ])('finds evaluations and contracts by %s, and nobody else', async (query) => {
    const other = { first_name: 'Ben', last_name: 'Other', phone: '2015550199', email: 'ben@example.com' };
    await evaluation(other);
    await evaluation();
    await sign(other);
    await sign();
    const { call } = await staff();
    expect(namesIn(await found(call, 'evaluations', query))).toEqual(["Canaria O'Testwright"]);
    expect(namesIn(await found(call, 'contracts', query))).toEqual(["Canaria O'Testwright"]);
  });

  it.each(['canary', 'applewright', '0163', 'canary.applewright@example.com'])(
    'finds applications by %s',
    async (query) => {
      await application();
      await application({ name: 'Ben Other', phone: '2015550199', email: 'ben@example.com' });
      const { call } = await staff();
      expect(namesIn(await found(call, 'applications', query))).toEqual(['Canary Applewright']);
    },
  );

  it('finds a record by its reference, as it is shown or typed without the dash', async () => {
    const references = {
      evaluations: await evaluation(),
      applications: await application(),
      contracts: await sign(),
    };
    await evaluation();
    const { call } = await staff();
    for (const [list, reference] of Object.entries(references) as [keyof typeof references, string][]) {
      for (const query of [reference, reference.replace('-', '').toLowerCase()]) {
        const { rows } = await found(call, list, query);
        expect(rows).toMatchObject([{ reference }]);
      }
    }
  });

  it('finds clients by the name of the account, corrected or not', async () => {
    await createClient({ ssn: '219099999', dateOfBirth: '1960-05-06', pin: '8052' }, deps);
    const { call } = await staff();
    const { id } = (await call.clients.list({})).rows[0] ?? { id: '' };
    const rename = (firstName: string, was: string | null) =>
      call.clients.correctName({ id, firstName, lastName: 'Sample', was, reason: 'Called from the office' });
    await rename('Adda', null);
    expect(namesIn(await found(call, 'clients', 'adda sam'))).toEqual(['Adda Sample']);
    await rename('Ada', 'Adda Sample');
    expect(namesIn(await found(call, 'clients', 'adda'))).toEqual([]);
    expect(namesIn(await found(call, 'clients', 'ada'))).toEqual(['Ada Sample']);
  });

  it.each(['canaria', '0147', 'canaria.testwright@example.com'])(
    'finds clients by the contract that was signed with their number: %s',
    async (query) => {
      await createClient({ ssn: '219099999', dateOfBirth: '1960-05-06', pin: '8052' }, deps);
      await createClient({ ssn: contractAnswers.ssn, dateOfBirth: '1968-04-27', pin: '8052' }, deps);
      const reference = await sign();
      const { call } = await staff();
      for (const each of [query, reference]) {
        const page = await found(call, 'clients', each);
        expect(page).toMatchObject({ more: false });
        expect(namesIn(page)).toEqual(["Canaria O'Testwright"]);
      }
    },
  );

  it('says so when more contracts match than are looked at for clients', async () => {
    await copyContract(
      await sign(),
      Array.from({ length: 200 }, () => '219099998'),
      deps,
    );
    const { call } = await staff();
    expect(await found(call, 'clients', 'canaria')).toMatchObject({ rows: [], more: true });
  });

  it('leaves nothing readable in the database, in the log of what staff did, or in the cookie', async () => {
    await evaluation();
    await application();
    await sign();
    const who = await staff();
    for (const list of lists) await found(who.call, list, 'canaria otestwright');
    const stored = await Promise.all([
      ...collections.map((name) => deps.portal.collection(name).find().toArray()),
      deps.audit.entries.find().toArray(),
    ]);
    const text = `${JSON.stringify(stored)}${who.context.cookies.get('admin-searches')}`.toLowerCase();
    const typed = ['canaria', 'testwright', '5550147', '"can"', '"0147"', '5550163', 'canary.applewright'];
    expect(typed.filter((each) => text.includes(each))).toEqual([]);
    expect(text).toContain('"action":"lists.search","subject":null');
  });
});

/** Reads a list to its end, while new records arrive between its pages. */
async function readAll(
  call: Call,
  list: 'evaluations' | 'clients',
  filter: object,
  arrive: () => Promise<unknown>,
) {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { rows: { id: string }[]; next: string | null } = await call[list].list({
      ...filter,
      cursor,
    });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
    if (ids.length < 500) await arrive();
  }
  return ids;
}

describe('paging', () => {
  it.each([
    ['newest', {}],
    ['oldest', {}],
    ['pending', {}],
    ['newest', { status: 'pending' }],
    ['oldest', { status: 'approved' }],
    ['pending', { status: 'rejected' }],
    ['oldest', { from: '2025-12-31', to: '2025-12-31' }],
  ])(
    'visits every row once in the order %s with %j, searched or not, while rows arrive',
    { tags: 'thorough' },
    async (sort, filter) => {
      const statusOf = (at: number) => (['pending', 'approved', 'rejected'] as const)[at % 3] ?? 'pending';
      const rows = await manyEvaluations(130, statusOf);
      const { call } = await staff();
      const { id: search } = await call.lists.search({ query: 'ada sam' });
      const { status } = filter as { status?: string };
      const wanted = rows
        .filter((row) => !status || row.status === status)
        .map(({ _id }) => _id.toHexString());
      for (const more of [{}, { search }]) {
        const ids = await readAll(call, 'evaluations', { sort, ...filter, ...more }, () => evaluation());
        const seen = ids.filter((id) => wanted.includes(id));
        expect(new Set(ids).size).toBe(ids.length);
        expect([...seen].sort()).toEqual([...wanted].sort());
        const times = seen.map(
          (id) => rows.find(({ _id }) => _id.toHexString() === id)?.created_at.getTime() ?? 0,
        );
        const sorted = [...times].sort((one, other) => (sort === 'oldest' ? one - other : other - one));
        if (sort !== 'pending' || status) expect(times).toEqual(sorted);
      }
    },
  );

  it('has those that wait before the others when asked to, each the newest first', async () => {
    await manyEvaluations(60, (at) => (at % 2 ? 'pending' : 'approved'));
    const { call } = await staff();
    const statuses: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call.evaluations.list({ sort: 'pending', cursor });
      statuses.push(...page.rows.map(({ status }) => status));
      cursor = page.next;
    }
    expect(statuses).toEqual([...Array(30).fill('pending'), ...Array(30).fill('approved')]);
  });

  describe('of evaluations, where no order is asked for', () => {
    const midnight = (days: number) => new Date(addDays(easternToday(), days));

    /** Of every status, every other one with a last day to appeal: from 60 days ago to 60 days ahead, some on the same day. */
    async function withDeadlines(count: number) {
      const statusOf = (at: number) => (['pending', 'pending', 'approved'] as const)[at % 3] ?? 'pending';
      const rows = await manyEvaluations(count, statusOf);
      const model = submissionKinds.evaluations.collection.model(deps.portal);
      const dated = rows.map((row, at) => ({
        ...row,
        ...(at % 2 && { appeal_by: midnight((Math.floor(at / 2) % 121) - 60) }),
      }));
      await model.deleteMany({});
      await model.insertMany(dated);
      return dated;
    }

    it.each([{}, { status: 'pending' }, { from: '2025-12-31' }])(
      'has open appeals first whose last day is ahead or just passed, the nearest first, and each row once: %j',
      async (filter: { status?: string }) => {
        const rows = await withDeadlines(260);
        const { call } = await staff();
        const ids = await readAll(call, 'evaluations', filter, () => evaluation());
        expect(new Set(ids).size).toBe(ids.length);
        const known = new Map(rows.map((row) => [row._id.toHexString(), row]));
        const seen = ids.flatMap((id) => known.get(id) ?? []);
        expect(seen).toHaveLength(
          rows.filter(({ status }) => !filter.status || status === filter.status).length,
        );
        const isFirst = ({ status, appeal_by }: (typeof rows)[number]) =>
          status === 'pending' && appeal_by !== undefined && appeal_by >= midnight(-14);
        const first = seen.filter(isFirst);
        // More than a page of them.
        expect(first.length).toBeGreaterThan(25);
        expect(seen.slice(0, first.length)).toEqual(first);
        const days = first.map(({ appeal_by }) => Number(appeal_by));
        expect(days).toEqual([...days].sort((one, other) => one - other));
        const others = seen.slice(first.length);
        const waiting = others.filter(({ status }) => status === 'pending');
        // Those that are decided come last where no status is asked for.
        for (const part of [waiting, others.slice(waiting.length)]) {
          const times = part.map(({ created_at }) => Number(created_at));
          expect(times).toEqual([...times].sort((one, other) => other - one));
        }
        expect(others.slice(0, waiting.length)).toEqual(waiting);
      },
    );

    it('says for each the last day and the days that are left', async () => {
      await withDeadlines(260);
      const { call } = await staff();
      const { rows } = await call.evaluations.list({});
      const day = midnight(-14).toISOString().slice(0, 10);
      expect(rows[0]?.appealBy).toEqual({ day, daysLeft: -14 });
      const { appealBy } = await call.evaluations.detail({ id: rows[0]?.id ?? '' });
      expect(appealBy).toEqual({ day, daysLeft: -14 });
    });

    it('keeps the order that is asked for, and that of a search', async () => {
      await withDeadlines(60);
      const { call } = await staff();
      const { id: search } = await call.lists.search({ query: 'ada' });
      for (const asked of [{ sort: 'newest' }, { search }]) {
        const { rows } = await call.evaluations.list(asked);
        const times = rows.map(({ submittedAt }) => submittedAt);
        expect(times).toEqual([...times].sort().reverse());
      }
    });

    it('reads indexes in their order and sorts nothing, on every page', async () => {
      await withDeadlines(260);
      const { call } = await staff();
      let pages = 0;
      for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
        const { answer, queries } = await profile(deps.portal, /^case_evaluations$/, () =>
          call.evaluations.list({ cursor }),
        );
        expect(queries.length).toBeGreaterThan(0);
        for (const read of queries) {
          expect(read.planSummary).toMatch(/^IXSCAN/);
          expect(read.hasSortStage).toBeUndefined();
          // Beside its own, the second part looks at those that stood in the first.
          expect(read.docsExamined).toBeLessThanOrEqual(26 + 100);
        }
        cursor = answer.next;
      }
      expect(pages).toBeGreaterThan(8);
    });
  });

  it('visits each client once who is found by name, by a contract, or by both', {
    tags: 'thorough',
  }, async () => {
    const signed = await sign();
    const client = async (at: number) => {
      const _id = randomUUID();
      const ssn = String(900_000_000 + at);
      const named = at % 3 !== 0;
      const ring = await deps.keys.for(_id);
      await clientsCollection.model(deps.portal).create({
        _id,
        ssn: clientsCollection.encrypt(ring, _id, 'ssn', ssn),
        ssn_lookup: lookupHashes(deps.keys.lookups, 'client-ssn', ssn),
        date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', '1960-05-06'),
        first_name: clientsCollection.encrypt(ring, _id, 'first_name', 'Canaria'),
        last_name: clientsCollection.encrypt(ring, _id, 'last_name', 'Sample'),
        search_tokens: clientSearchTokens(deps.keys, named ? ['Canaria', 'Sample'] : []),
        pin_hash: 'unused',
        identity_status: 'verified',
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 4) * 1_000),
      });
      if (at % 3 !== 1) await copyContract(signed, [ssn], deps);
      return _id;
    };
    const ids: string[] = [];
    for (let at = 0; at < 60; at += 1) ids.push(await client(at));
    const { call } = await staff();
    const { id: search } = await call.lists.search({ query: 'canaria' });
    let newcomers = 100;
    for (const sort of ['newest', 'oldest']) {
      const seen = await readAll(call, 'clients', { sort, search }, () => client(newcomers++));
      expect(new Set(seen).size).toBe(seen.length);
      expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
    }
  });

  it.each([
    ['newest', {}],
    ['oldest', {}],
    ['pending', {}],
    ['newest', { status: 'approved' }],
    ['newest', { search: true }],
    ['oldest', { search: true }],
    ['pending', { search: true }],
    ['oldest', { search: true, status: 'rejected' }],
  ])(
    'reads an index in its order and sorts nothing in the order %s with %j',
    { tags: 'thorough' },
    async (sort, filter) => {
      // No beginning is more common than that of Mary, so none has more tokens.
      const statusOf = (at: number) => (at % 2 ? 'approved' : 'rejected');
      await manyEvaluations(300, statusOf, () => 'Mary Sample');
      const { call } = await staff();
      const { search, ...rest } = filter as { search?: boolean };
      const searched = search ? { search: (await call.lists.search({ query: 'mar' })).id } : {};
      const request = { sort, ...rest, ...searched };
      const { next } = await call.evaluations.list(request);
      const { queries } = await profile(deps.portal, /^case_evaluations$/, () =>
        call.evaluations.list({ ...request, cursor: next }),
      );
      expect(queries.length).toBeGreaterThan(0);
      for (const read of queries) {
        expect(read.planSummary).toMatch(/^IXSCAN/);
        expect(read.hasSortStage).toBeUndefined();
        expect(read.docsExamined).toBeLessThanOrEqual(30);
      }
    },
  );
});

it('a search for two common names reads the records that have both, not all that have one', async () => {
  const nameOf = (at: number) => (at % 300 === 0 ? 'Ada Sample' : at % 2 ? 'Ada Other' : 'Ben Sample');
  await manyEvaluations(900, () => 'pending', nameOf);
  const { call } = await staff();
  const { id: search } = await call.lists.search({ query: 'ada sample' });
  const { queries } = await profile(deps.portal, /^case_evaluations$/, () =>
    call.evaluations.list({ search }),
  );
  expect(queries[0]).toMatchObject({ nreturned: 3, docsExamined: 3 });
});
