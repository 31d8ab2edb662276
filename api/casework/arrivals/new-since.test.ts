import { randomUUID } from 'node:crypto';
import { directoryKeys } from '@claimdesk/cms/directory-keys';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { sampleAttorney } from '../../../tests/setup/attorneys.ts';
import { addClient, clientCollections, refusal, staffMember } from '../../../tests/setup/clients.ts';
import { applicationAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';
import { arrivalLists } from './new-since.ts';

let deps: Deps;
let call: Awaited<ReturnType<typeof staffMember>>['call'];
beforeAll(async () => {
  deps = await openDeps();
  ({ call } = await staffMember(deps, 'read_only'));
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'signed_contracts', 'documents', 'outbox', 'limits');
  await empty(deps, 'case_evaluations', 'attorney_applications', 'call_requests');
  await attorneyModel(deps.payload).deleteMany({});
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

async function addAttorney(over: Partial<Record<keyof typeof sampleAttorney, string>> = {}): Promise<void> {
  const one = { ...sampleAttorney, ...over } as typeof sampleAttorney;
  await attorneyModel(deps.payload).insertMany([{ ...one, ...directoryKeys(one) }]);
}

let people = 0;
/** For each list, a row that arrives. */
const arrive: Record<
  'evaluations' | 'applications' | 'contracts' | 'clients' | 'directory',
  () => Promise<unknown>
> = {
  evaluations: () => sendEvaluation(deps),
  applications: () =>
    submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: randomUUID() },
      { deps },
    ),
  contracts: () => signContract(deps),
  clients: () => {
    people += 1;
    return addClient(deps, { ssn: String(219_500_000 + people) });
  },
  directory: () => addAttorney(),
};
const lists = Object.keys(arrive) as (keyof typeof arrive)[];

describe('the number of new rows', () => {
  it('is told to no visitor, and to staff who may only look', async () => {
    for (const list of arrivalLists) {
      const asked = { list, since: null };
      expect((await refusal(visitor(deps).call.lists.newSince(asked)))?.code).toBe('signed-out');
      expect(await call.lists.newSince(asked)).toEqual({ count: 0, more: false });
    }
  });

  it.each([
    ['a list that does not exist', { list: 'staff' }],
    ['a position that is none', { since: 'x' }],
    ['an operator for a position', { since: { $gt: '' } }],
    ['a search', { search: 'AAAAAAAAAAAA' }],
    ['a status that does not exist', { status: 'lost' }],
    ['those who wait', { list: 'clients', status: 'waiting' }],
    ['a state that does not exist', { list: 'directory', state: 'XX' }],
    ['a position of another list', { list: 'directory', since: '1700000000000-0123456789abcdef01234567' }],
  ])('is not told for %s', async (_what, over) => {
    const asked = { list: 'contracts', since: null, ...over };
    expect((await refusal(call.lists.newSince(asked as never)))?.code).toBe('bad-input');
  });

  it.each(lists)(
    'is how many %s have arrived since the list was read, on each of its pages',
    async (list) => {
      const readAll = async () => {
        const first = await call[list].list({});
        const other = await call[list].list({ sort: list === 'directory' ? 'reverse' : 'oldest' });
        expect(other.newest).toBe(first.newest);
        return first.newest;
      };
      const empty = await readAll();
      expect(empty).toBeNull();
      await arrive[list]();
      expect(await call.lists.newSince({ list, since: empty })).toEqual({ count: 1, more: false });
      const since = await readAll();
      expect(await call.lists.newSince({ list, since })).toEqual({ count: 0, more: false });
      for (let at = 1; at <= 3; at += 1) {
        await arrive[list]();
        expect(await call.lists.newSince({ list, since })).toEqual({ count: at, more: false });
      }
    },
  );

  it('is of the rows that the filter of the list leaves', async () => {
    await arrive.evaluations();
    const today = new Date().toISOString().slice(0, 10);
    const { newest: since } = await call.evaluations.list({ status: 'approved', to: '2001-01-01' });
    expect(since).toBeNull();
    const count = async (filter: object) =>
      (await call.lists.newSince({ list: 'evaluations', since, ...filter })).count;
    expect(await count({})).toBe(1);
    expect(await count({ status: 'pending' })).toBe(1);
    expect(await count({ status: 'approved' })).toBe(0);
    expect(await count({ to: '2001-01-01' })).toBe(0);
    expect(await count({ from: '2001-01-01', to: `${Number(today.slice(0, 4)) + 1}-01-01` })).toBe(1);
    await addAttorney({ state: 'NY' });
    expect(await call.lists.newSince({ list: 'directory', state: 'NJ', since: null })).toMatchObject({
      count: 0,
    });
    expect(await call.lists.newSince({ list: 'directory', state: 'NY', since: null })).toMatchObject({
      count: 1,
    });
  });

  it('has no position in a list that is searched, whose rows are not counted', async () => {
    await arrive.evaluations();
    const { id: search } = await call.lists.search({ query: 'canaria' });
    expect(await call.evaluations.list({ search })).toMatchObject({ newest: null, rows: [{}] });
  });

  it('is exact below 100, and reads at most 100 rows of an index, without sorting', async () => {
    await arrive.evaluations();
    const model = submissionKinds.evaluations.collection.model(deps.portal);
    const one = await model.findOne().lean().orFail();
    await model.insertMany(
      Array.from({ length: 300 }, (_, at) => ({
        ...one,
        _id: new Types.ObjectId(),
        reference: randomUUID(),
        submission_key: randomUUID(),
        status: at % 2 ? 'pending' : 'approved',
        created_at: new Date(Date.UTC(2020, 0, 1) + Math.floor(at / 2) * 1_000),
      })),
    );
    const cases = [
      { status: 'approved', since: null, expected: { count: 99, more: true } },
      {
        since: `${Date.UTC(2020, 0, 1) + 148_000}-ffffffffffffffffffffffff`,
        expected: { count: 3, more: false },
      },
      { since: null, expected: { count: 99, more: true } },
    ];
    for (const { expected, ...asked } of cases) {
      const { answer, queries } = await profile(deps.portal, /^case_evaluations$/, () =>
        call.lists.newSince({ list: 'evaluations', ...asked }),
      );
      expect(answer).toEqual(expected);
      expect(queries.length).toBeGreaterThan(0);
      for (const read of queries) {
        expect(read.planSummary).toMatch(/^IXSCAN/);
        expect(read.hasSortStage).toBeUndefined();
        expect(read.keysExamined).toBeLessThanOrEqual(101);
      }
    }
  });

  it('of clients and attorneys is read from an index too', async () => {
    const making = Array.from({ length: 150 }, async (_, at) => {
      const _id = randomUUID();
      const ring = await deps.keys.for(_id);
      return {
        _id,
        ssn: clientsCollection.encrypt(ring, _id, 'ssn', '219099999'),
        ssn_lookup: [{ k: 'k1', h: _id }],
        date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', '1960-05-06'),
        pin_hash: 'unused',
        identity_status: at % 2 ? ('verified' as const) : ('unverified' as const),
        created_at: new Date(Date.UTC(2020, 0, 1) + at * 1_000),
      };
    });
    await clientsCollection.model(deps.portal).insertMany(await Promise.all(making));
    const since = `${Date.UTC(2020, 0, 1) + 144_000}-${'f'.repeat(8)}-ffff-ffff-ffff-${'f'.repeat(12)}`;
    for (const [filter, count] of [
      [{}, 5],
      [{ status: 'verified' }, 3],
    ] as const) {
      const { answer, queries } = await profile(deps.portal, /^clients$/, () =>
        call.lists.newSince({ list: 'clients', since, ...filter }),
      );
      expect(answer).toEqual({ count, more: false });
      for (const read of queries) {
        expect(read.planSummary).toMatch(/^IXSCAN/);
        expect(read.hasSortStage).toBeUndefined();
        expect(read.keysExamined).toBeLessThanOrEqual(7);
      }
    }
    await Promise.all(Array.from({ length: 120 }, () => addAttorney()));
    const { answer, queries } = await profile(
      deps.portal.useDb(deps.settings.CMS_DATABASE),
      /^attorneys$/,
      () => call.lists.newSince({ list: 'directory', state: 'NJ', since: null }),
    );
    expect(answer).toEqual({ count: 99, more: true });
    for (const read of queries) {
      expect(read.hasSortStage).toBeUndefined();
      expect(read.docsExamined).toBeLessThanOrEqual(100);
    }
  });
});
