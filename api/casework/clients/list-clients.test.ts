import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientSearchTokens, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { clientCollections, refusal, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { clientDocumentsCollection } from './client-document.model.ts';
import { findWaiting } from './find-waiting.ts';
import { markWaiting } from './mark-waiting.ts';

const dateOfBirth = contractAnswers.date_of_birth;

let deps: Deps;
let call: Awaited<ReturnType<typeof staffMember>>['call'];
beforeAll(async () => {
  deps = await openDeps();
  ({ call } = await staffMember(deps, 'reviewer'));
});
beforeEach(() =>
  empty(
    deps,
    ...clientCollections,
    'signed_contracts',
    'client_links',
    'client_documents',
    'agency_notices',
    'documents',
    'outbox',
  ),
);
afterAll(() => deps.close());

type Stored = { identity_status?: 'unverified' | 'verified'; first?: string; number?: number };

/** Stores accounts, each registered a second after the previous one, without the cost of hashing a PIN. @returns their ids. */
async function store(given: readonly Stored[]): Promise<string[]> {
  const making = given.map(async ({ identity_status = 'unverified' as const, first, number }, at) => {
    const _id = randomUUID();
    const ring = await deps.keys.for(_id);
    const ssn = ssnOf(number ?? 1_000 + at);
    return {
      _id,
      ssn: clientsCollection.encrypt(ring, _id, 'ssn', ssn),
      ssn_lookup: lookupHashes(deps.keys.lookups, 'client-ssn', ssn),
      date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', dateOfBirth),
      first_name: first === undefined ? null : clientsCollection.encrypt(ring, _id, 'first_name', first),
      search_tokens: clientSearchTokens(deps.keys, first === undefined ? [] : [first]),
      pin_hash: 'unused',
      identity_status,
      created_at: new Date(Date.UTC(2026, 0, 1) + at * 1_000),
    };
  });
  const rows = await Promise.all(making);
  await clientsCollection.model(deps.portal).insertMany(rows);
  return rows.map(({ _id }) => _id);
}

async function sign(ssn: string, first_name = contractAnswers.first_name): Promise<Types.ObjectId> {
  return new Types.ObjectId((await signContract(deps, { ssn, first_name })).id);
}

async function addNotice(client_id: string, made_at = new Date()): Promise<void> {
  const notice = { client_id, address: new Types.ObjectId(), revision: 1, made_at };
  await agencyNoticesCollection.model(deps.portal).create(notice);
  await inTransaction(deps.portal, (session) => markWaiting(client_id, deps, session));
}

/** Stores a document as an upload does, without its file. */
async function addSentDocument(client_id: string, more: object = { unread: true }): Promise<void> {
  const document = { client_id, at: new Date(), ...more };
  await clientDocumentsCollection.model(deps.portal).collection.insertOne(document as never);
  await inTransaction(deps.portal, (session) => markWaiting(client_id, deps, session));
}

/** Reads a list to its end. */
async function idsOf(filter: Parameters<typeof call.clients.list>[0]): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof call.clients.list>> = await call.clients.list({
      ...filter,
      cursor,
    });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  }
  return ids;
}

describe('the list of clients, narrowed', () => {
  it('refuses a status that is none, and to be sorted by status', async () => {
    for (const filter of [{ status: 'pending' }, { status: 'lost' }, { sort: 'pending' }])
      expect((await refusal(call.clients.list(filter)))?.code).toBe('bad-input');
  });

  it('has each of a status on one page, in both orders, searched or not', async () => {
    const ids = await store(
      Array.from({ length: 90 }, (_, at) => ({
        identity_status: at % 3 ? 'verified' : 'unverified',
        first: 'Ada',
      })),
    );
    const { id: search } = await call.lists.search({ query: 'ada' });
    for (const status of ['verified', 'unverified']) {
      const oldest = ids.filter((_, at) => (at % 3 ? 'verified' : 'unverified') === status);
      for (const more of [{}, { search }]) {
        expect(await idsOf({ status, sort: 'oldest', ...more })).toEqual(oldest);
        expect(await idsOf({ status, ...more })).toEqual(oldest.toReversed());
      }
    }
  });

  it.each([
    { status: 'verified' },
    { status: 'unverified', sort: 'oldest' },
    { status: 'verified', search: true },
    { search: true },
    { status: 'unverified', search: true, sort: 'oldest' },
  ])('reads an index in its order and sorts nothing: %j', async ({ search, ...filter }) => {
    await store(
      Array.from({ length: 200 }, (_, at) => ({
        identity_status: at % 3 ? 'verified' : 'unverified',
        first: 'Ada',
      })),
    );
    const searched = search ? { search: (await call.lists.search({ query: 'ada' })).id } : {};
    const request = { ...filter, ...searched };
    const { next } = await call.clients.list(request);
    const { queries } = await profile(deps.portal, /^clients$/, () =>
      call.clients.list({ ...request, cursor: next }),
    );
    const pages = queries.filter(({ nreturned }) => nreturned > 1);
    expect(pages.length).toBeGreaterThan(0);
    for (const read of pages) {
      expect(read.planSummary).toMatch(/^IXSCAN/);
      expect(read.hasSortStage).toBeUndefined();
      expect(read.docsExamined).toBeLessThanOrEqual(30);
    }
  });
});

describe('the clients who wait for us', () => {
  it('are those with unread documents, an address to be sent, or a contract that may verify them, each once', async () => {
    const [sender, address, both, signer, read, told, verified, nobody] = await store([
      { identity_status: 'verified' },
      { identity_status: 'verified' },
      { identity_status: 'verified' },
      { number: 1 },
      {},
      {},
      { identity_status: 'verified', number: 2 },
      {},
    ]);
    for (const id of [sender, both]) for (let at = 0; at < 3; at += 1) await addSentDocument(id ?? '');
    for (const id of [address, both]) await addNotice(id ?? '');
    await sign(ssnOf(1));
    await sign(ssnOf(2));
    await addSentDocument(read ?? '', { read_at: new Date() });
    await addNotice(told ?? '');
    await agencyNoticesCollection
      .model(deps.portal)
      .updateMany({ client_id: told }, { $set: { sent_at: new Date() } });
    await inTransaction(deps.portal, (session) => markWaiting(told ?? '', deps, session));
    expect(await idsOf({ status: 'waiting' })).toEqual([signer, both, address, sender]);
    expect(await idsOf({ status: 'waiting', sort: 'oldest' })).toEqual([sender, address, both, signer]);
    expect(await idsOf({ status: 'waiting', to: '2025-12-30' })).toEqual([]);
    for (const id of [verified, nobody]) expect(await idsOf({ status: 'waiting' })).not.toContain(id);
    expect(await call.clients.list({ status: 'waiting' })).toMatchObject({ newest: null, more: false });
  });

  it('can be searched, and are read page by page', async () => {
    const ids = await store(Array.from({ length: 60 }, (_, at) => ({ first: at % 2 ? 'Ada' : 'Ben' })));
    for (const id of ids.slice(4)) await addSentDocument(id);
    expect(await idsOf({ status: 'waiting', sort: 'oldest' })).toEqual(ids.slice(4));
    const { id: search } = await call.lists.search({ query: 'ada' });
    const adas = ids.filter((_, at) => at % 2 === 1);
    expect(await idsOf({ status: 'waiting', sort: 'oldest', search })).toEqual(adas.slice(2));
  });

  it('are found by reading at most 201 of each kind by an index, and it says when there are more', {
    tags: 'thorough',
  }, async () => {
    const ids = await store(Array.from({ length: 260 }, () => ({ identity_status: 'verified' })));
    const start = Date.UTC(2026, 0, 1);
    for (const [at, id] of ids.slice(0, 230).entries())
      await addSentDocument(id, { unread: true, at: new Date(start + at * 1_000) });
    const { answer, operations } = await profile(
      deps.portal,
      /^(clients|client_documents|agency_notices|signed_contracts)$/,
      () => findWaiting(deps),
    );
    expect(answer).toEqual({ ids: ids.slice(0, 200), more: true });
    expect(operations).toHaveLength(3);
    for (const { planSummary, keysExamined, docsExamined, hasSortStage } of operations) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(hasSortStage).toBeUndefined();
      expect(Math.max(keysExamined ?? 0, docsExamined ?? 0)).toBeLessThanOrEqual(201);
    }
    const shown = await call.clients.list({ status: 'waiting' });
    expect(shown.more).toBe(true);
    expect(new Set(await idsOf({ status: 'waiting' }))).toEqual(new Set(ids.slice(0, 200)));
  });

  it('are found by reading at most 201 accounts, however many strangers register', async () => {
    const [signer = ''] = await store([{ number: 1 }]);
    await sign(ssnOf(1));
    await store(Array.from({ length: 500 }, () => ({})));
    const list = async () => {
      const { answer, operations } = await profile(deps.portal, /^(clients|signed_contracts)$/, () =>
        findWaiting(deps),
      );
      for (const read of operations) expect(read.planSummary).not.toContain('COLLSCAN');
      return { ...answer, read: operations.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0) };
    };
    expect(await list()).toEqual({ ids: [signer], more: false, read: 1 });
    const accounts = clientsCollection.model(deps.portal).collection;
    await accounts.updateMany({}, { $set: { has_contract: true } });
    const oldest = await accounts.find().sort({ created_at: 1, _id: 1 }).limit(200).toArray();
    expect(await list()).toEqual({ ids: oldest.map(({ _id }) => _id), more: true, read: 201 });
  });

  it('are not hidden by strangers who register, send documents or change addresses, nor by many documents of one', {
    tags: 'thorough',
  }, async () => {
    const strangers = await store(Array.from({ length: 205 }, () => ({})));
    for (const id of strangers) {
      await addSentDocument(id, { unread: true, at: new Date(0) });
      await addNotice(id, new Date(0));
    }
    for (let at = 0; at < 205; at += 1) await addSentDocument(strangers[0] ?? '');
    const [sender, address, signer] = await store([
      { identity_status: 'verified', number: 1 },
      { identity_status: 'verified', number: 2 },
      { number: 3 },
    ]);
    await addSentDocument(sender ?? '');
    await addNotice(address ?? '');
    await sign(ssnOf(3));
    const waiting = await idsOf({ status: 'waiting' });
    for (const id of [sender, address, signer]) expect(waiting).toContain(id);
  });
});

describe('the names on contracts', () => {
  it('of a page are read in as many reads as that of one client, and are the same', async () => {
    const count = 12;
    const nameOf = (number: number) => `Ann${String.fromCharCode(97 + number)}`;
    await store(Array.from({ length: count }, (_, number) => ({ number })));
    for (let number = 0; number < count - 2; number += 1) await sign(ssnOf(number), nameOf(number));
    // Two names on contracts with one number: neither counts as the client's.
    await sign(ssnOf(0), 'Somebody else');
    const { answer, asked } = await profile(deps.portal, /^(signed_contracts|client_links)$/, () =>
      call.clients.list({}),
    );
    const surname = contractAnswers.last_name;
    const expected = Array.from({ length: count }, (_, number) =>
      number === 0 || number >= count - 2 ? null : `${nameOf(number)} ${surname}`,
    );
    expect(answer.rows.map(({ name }) => name)).toEqual(expected.toReversed());
    expect(asked).toEqual(['client_links find', 'signed_contracts find']);
  });

  it('follow what staff said about contracts', async () => {
    const [id = ''] = await store([{ number: 1 }]);
    const own = await sign(ssnOf(1), 'Own');
    const other = await sign(ssnOf(2), 'Linked');
    const nameNow = async () => (await call.clients.list({})).rows[0]?.name;
    expect(await nameNow()).toBe(`Own ${contractAnswers.last_name}`);
    const decide = (record: Types.ObjectId, state: 'linked' | 'separate') =>
      call.clients.decideLink({
        id,
        kind: 'contract',
        record: record.toHexString(),
        state,
        reason: 'Called from the office',
      });
    await decide(own, 'separate');
    expect(await nameNow()).toBeNull();
    await decide(other, 'linked');
    expect(await nameNow()).toBe(`Linked ${contractAnswers.last_name}`);
  });

  it('are found too where somebody signed far too many contracts with one of the numbers', async () => {
    await store([{ number: 1 }, { number: 2 }]);
    await sign(ssnOf(2), 'Only');
    const one = await deps.portal.collection('signed_contracts').findOne();
    await deps.portal.collection('signed_contracts').insertMany(
      Array.from({ length: 120 }, () => ({
        ...one,
        _id: new Types.ObjectId(),
        reference: randomUUID(),
        submission_key: randomUUID(),
        ssn_lookup: lookupHashes(deps.keys.lookups, 'contract-ssn', ssnOf(1)),
      })),
    );
    const { rows } = await call.clients.list({});
    // Copied values can't be decrypted.
    expect(rows.map(({ name }) => name)).toEqual([`Only ${contractAnswers.last_name}`, null]);
  });
});
