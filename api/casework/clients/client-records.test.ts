import { randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { addEntry, removeEntry } from '#api/casework/profile/entries.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, clientCollections, clientSession, ssnOf } from '../../../tests/setup/clients.ts';
import {
  contractAnswers,
  empty,
  type evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';

const password = 'correct horse battery';
const { ssn, date_of_birth: dateOfBirth } = contractAnswers;
const fullName = "Canaria O'Testwright";
const nobody = '00000000-0000-4000-8000-000000000000';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
});
beforeEach(() =>
  empty(
    deps,
    ...[...clientCollections, 'signed_contracts', 'case_evaluations', 'documents', 'outbox'],
    ...['client_links', 'phone_numbers', 'email_addresses'],
  ),
);
afterAll(() => deps.close());

async function staff() {
  const who = visitor(deps);
  await who.call.staff.signInWithPassword({ password });
  return who.call;
}

/** @returns the id of a new account of the claimant, or of another person. */
const addClaimant = (other: { ssn?: string; dateOfBirth?: string } = {}) =>
  addClient(deps, { ssn, dateOfBirth, ...other });

/** Stores a name in an account, as staff do once they know it. */
async function nameClient(id: string, first: string, last: string): Promise<void> {
  const ring = await deps.keys.for(id);
  const first_name = clientsCollection.encrypt(ring, id, 'first_name', first);
  const last_name = clientsCollection.encrypt(ring, id, 'last_name', last);
  await clientsCollection.model(deps.portal).updateOne({ _id: id }, { first_name, last_name });
}

const sign = (changed: Partial<typeof contractAnswers> = {}) => signContract(deps, changed);

const signedBy = ({ id, reference }: { id: string; reference: string }) => ({
  id,
  reference,
  signedAt: expect.any(String),
});

describe('reading clients', () => {
  it('requires a staff session, and a client has none, not even for the own record', async () => {
    const id = await addClaimant();
    const client = await clientSession(id, deps);
    await expect(client.call.clients.me()).resolves.toBeTruthy();
    for (const { call } of [visitor(deps), client]) {
      await expect(call.clients.list({})).rejects.toMatchObject({ code: 'signed-out' });
      await expect(call.clients.detail({ id })).rejects.toMatchObject({ code: 'signed-out' });
    }
  });

  it('is refused for an invalid id or cursor and for a nonexistent client', async () => {
    const call = await staff();
    for (const id of ['', 'x', '0'.repeat(24), ssn])
      await expect(call.clients.detail({ id })).rejects.toMatchObject({ code: 'bad-input' });
    for (const cursor of ['x', '{"$gt":1}', `1-${'0'.repeat(24)}`, `x-${nobody}`])
      await expect(call.clients.list({ cursor })).rejects.toMatchObject({ code: 'bad-input' });
    const absent = { code: 'not-found', message: 'Client not found' };
    await expect(call.clients.detail({ id: nobody })).rejects.toMatchObject(absent);
  });
});

describe('the list of clients', () => {
  it('shows name, last four digits, date of birth and day of registration, and never the other digits', async () => {
    const id = await addClaimant();
    await sign();
    const call = await staff();
    const list = await call.clients.list({});
    const registeredAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(list.rows).toEqual([
      { id, name: fullName, ssn: '***-**-7391', dateOfBirth: '4/27/1968', registeredAt, isSample: false },
    ]);
    const everything = JSON.stringify([list, await call.clients.detail({ id })]);
    for (const digits of ['212847', '212-84', '84-7391', '847391', '1968-04-27'])
      expect(everything).not.toContain(digits);
  });

  it('is newest first, 25 at a time, each once, even of one moment and while others register', async () => {
    const moments = [1, 1, 1, 2, 3].flatMap((second) => Array.from({ length: 11 }, () => second));
    await clientsCollection.model(deps.portal).insertMany(await Promise.all(moments.map(storedClient)));
    const call = await staff();
    const seen: { id: string; registeredAt: string }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call.clients.list({ cursor });
      seen.push(...page.rows);
      cursor = page.next;
      if (cursor) expect(page.rows).toHaveLength(25);
      await clientsCollection.model(deps.portal).insertMany([await storedClient(9, 100 + seen.length)]);
    }
    expect(seen).toHaveLength(moments.length);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(moments.length);
    const times = seen.map(({ registeredAt }) => registeredAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('reads an index and no more accounts than a page shows, wherever the page begins', async () => {
    await clientsCollection
      .model(deps.portal)
      .insertMany(await Promise.all(Array.from({ length: 90 }, (_, at) => storedClient(at, at))));
    const call = await staff();
    const { next } = await call.clients.list({});
    const { queries } = await profile(deps.portal, /^clients$/, () => call.clients.list({ cursor: next }));
    expect(Math.max(...queries.map(({ docsExamined }) => docsExamined))).toBe(26);
    for (const { planSummary, hasSortStage } of queries)
      expect([planSummary, hasSortStage]).toEqual([expect.stringMatching(/^IXSCAN/), undefined]);
  });

  it('shows an account that can no longer be decrypted as such, and the others as usual', async () => {
    await addClaimant();
    await clientsCollection
      .model(deps.portal)
      .updateMany({}, { date_of_birth: 'v2.gone.x.x.x', last_name: 'v2.gone.x.x.x' });
    await addClaimant({ ssn: ssnOf(1) });
    const { rows } = await (await staff()).clients.list({});
    expect(rows).toMatchObject([
      { name: null, dateOfBirth: '4/27/1968' },
      { name: 'unreadable', dateOfBirth: 'unreadable', ssn: '***-**-7391' },
    ]);
  });
});

/** Stores an account with a registration date, without the cost of hashing a PIN. */
async function storedClient(second: number, index: number) {
  const _id = randomUUID();
  const ring = await deps.keys.for(_id);
  return {
    _id,
    ssn: clientsCollection.encrypt(ring, _id, 'ssn', ssnOf(index)),
    ssn_lookup: [{ k: 'k1', h: _id }],
    date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', dateOfBirth),
    pin_hash: 'unused',
    identity_status: 'unverified' as const,
    created_at: new Date(second * 1_000),
  };
}

describe('a client without a contract', () => {
  it('shows the account, when it ends unless it is confirmed, and the last sign-in', async () => {
    const id = await addClaimant();
    const call = await staff();
    const fresh = await call.clients.detail({ id });
    expect(fresh).toEqual({
      id,
      name: null,
      nameFrom: null,
      ssn: '***-**-7391',
      dateOfBirth: '4/27/1968',
      registeredAt: expect.any(String),
      isSample: false,
      hasContract: false,
      claimNews: 'unconfirmed',
      confirmBy: expect.any(String),
      lastSignInAt: null,
      entered: {
        'mailing-address': [],
        'phone-number': [],
        'email-address': [],
        'emergency-contact': [],
        'medical-facility': [],
        'medical-treatment': [],
      },
      agencyNotices: [],
      consents: [],
      mailingAddresses: [],
      lettersTo: null,
      phones: [],
      emails: [],
      documents: [],
      differentContracts: [],
      evaluations: [],
      possibleEvaluations: [],
      separateRecords: [],
      similarClients: [],
      similarContracts: [],
      matters: [],
      moreContracts: false,
      accountName: { whole: null, first: null, last: null },
      changes: [],
    });
    const days = (Date.parse(fresh.confirmBy ?? '') - Date.parse(fresh.registeredAt)) / 86_400_000;
    expect(days).toBe(30);

    const last_used_at = new Date('2026-04-02T15:00:00Z');
    await clientsCollection
      .model(deps.portal)
      .updateOne({ _id: id }, { identity_status: 'verified', last_used_at });
    await nameClient(id, 'Canaria', "O'Testwright");
    expect(await call.clients.detail({ id })).toMatchObject({
      name: fullName,
      nameFrom: null,
      confirmBy: null,
      lastSignInAt: last_used_at.toISOString(),
    });
  });
});

describe('a client who signed a contract', () => {
  it('has its address, phone, email and PDF, each with the contract that it is from', async () => {
    const id = await addClaimant();
    await nameClient(id, 'CANARIA', 'O’Testwright');
    const contract = await sign();
    const call = await staff();
    const from = signedBy(contract);
    expect(await call.clients.detail({ id })).toMatchObject({
      name: 'CANARIA O’Testwright',
      mailingAddresses: [{ value: '12 Canary Lane, Unit 7\nNewark, NJ 07102', from }],
      phones: [{ value: '(201) 555-0147', from }],
      emails: [{ value: 'canaria.testwright@example.com', from }],
      documents: [{ contract: from, size: null }],
      differentContracts: [],
    });
    const { content } = await call.contracts.file({ id: contract.id });
    const size = Buffer.from(content, 'base64').length;
    expect((await call.clients.detail({ id })).documents).toEqual([{ link: null, contract: from, size }]);
  });

  it('is written to at the address from the portal first, once the account is confirmed', async () => {
    const id = await addClaimant();
    await sign();
    const call = await staff();
    const lettersTo = async () => (await call.clients.detail({ id })).lettersTo;
    const moved = { street_address: '9 Other Street', city: 'Trenton', state: 'NJ', zip_code: '08608' };
    expect(await lettersTo()).toBe('contract');
    await addEntry({ client: id, kind: 'mailing-address', key: randomUUID(), answers: moved }, deps);
    expect(await lettersTo()).toBe('contract');
    await clientsCollection.model(deps.portal).updateOne({ _id: id }, { identity_status: 'verified' });
    expect(await lettersTo()).toBe('portal');
  });

  it('has what several contracts say once, from the newest that says so', async () => {
    const id = await addClaimant();
    const older = await sign({ phone: '2015550148' });
    const newer = await sign();
    const { phones, emails, documents } = await (await staff()).clients.detail({ id });
    expect(phones).toEqual([
      { value: '(201) 555-0147', from: signedBy(newer) },
      { value: '(201) 555-0148', from: signedBy(older) },
    ]);
    expect(emails).toEqual([{ value: contractAnswers.email, from: signedBy(newer) }]);
    expect(documents.map(({ contract }) => contract.id)).toEqual([newer.id, older.id]);
  });

  it('is found from the contract, and the contract from the client', async () => {
    const signed = await sign();
    const call = await staff();
    expect((await call.contracts.detail({ id: signed.id })).client).toBeNull();
    const id = await addClaimant();
    expect((await call.contracts.detail({ id: signed.id })).client).toBe(id);
    await nameClient(id, 'Somebody', 'Else');
    expect((await call.contracts.detail({ id: signed.id })).client).toBeNull();
  });

  it('has the name of the contract while the account has none, and the page can say so', async () => {
    const id = await addClaimant();
    const contract = await sign();
    expect(await (await staff()).clients.detail({ id })).toMatchObject({
      name: fullName,
      nameFrom: signedBy(contract),
    });
  });
});

describe('a contract that only has the number of a client', () => {
  const nothing = { mailingAddresses: [], phones: [], emails: [], documents: [] };

  it('gives no data, only a link, when the date of birth is another', async () => {
    const id = await addClaimant({ dateOfBirth: '1969-04-27' });
    const contract = await sign();
    const call = await staff();
    const found = await call.clients.detail({ id });
    expect(found).toMatchObject({ ...nothing, name: null, differentContracts: [signedBy(contract)] });
    for (const value of ['Canary', 'Testwright', '555-0147'])
      expect(JSON.stringify(found)).not.toContain(value);
    expect((await call.contracts.detail({ id: contract.id })).client).toBeNull();
  });

  it('gives no data, only a link, when the name is another', async () => {
    const id = await addClaimant();
    await nameClient(id, 'Canaria', 'Otherwright');
    const contract = await sign();
    const found = await (await staff()).clients.detail({ id });
    expect(found).toMatchObject({
      ...nothing,
      name: 'Canaria Otherwright',
      differentContracts: [signedBy(contract)],
    });
  });

  it('gives no data when the account has no name and its contracts have different ones', async () => {
    const id = await addClaimant();
    const first = await sign();
    const second = await sign({ last_name: 'Otherwright' });
    const found = await (await staff()).clients.detail({ id });
    const differentContracts = [signedBy(second), signedBy(first)];
    expect(found).toMatchObject({ ...nothing, name: null, differentContracts });
  });

  it('names on its own page what is different, and whose it may be, until staff say so', async () => {
    const id = await addClaimant({ dateOfBirth: '1969-04-27' });
    await nameClient(id, 'Canaria', 'Otherwright');
    const contract = await sign();
    const call = await staff();
    const detail = () => call.contracts.detail({ id: contract.id });
    expect(await detail()).toMatchObject({
      client: null,
      doubt: { client: id, differs: ['name', 'dateOfBirth'] },
    });
    const decision = { id, kind: 'contract', record: contract.id, reason: 'We asked on the phone' } as const;
    await call.clients.decideLink({ ...decision, state: 'separate' });
    expect(await detail()).toMatchObject({ client: null, doubt: null });
    await call.clients.decideLink({ ...decision, state: 'linked' });
    expect(await detail()).toMatchObject({
      client: id,
      doubt: { client: id, differs: ['name', 'dateOfBirth'] },
    });
  });

  it('names the number that is different, where staff linked it all the same', async () => {
    const id = await addClaimant({ ssn: ssnOf(9) });
    const contract = await sign();
    const call = await staff();
    expect((await call.contracts.detail({ id: contract.id })).doubt).toBeNull();
    const decision = { id, kind: 'contract', record: contract.id, reason: 'A typing error' } as const;
    await call.clients.decideLink({ ...decision, state: 'linked' });
    expect(await call.contracts.detail({ id: contract.id })).toMatchObject({
      client: id,
      doubt: { client: id, differs: ['number'] },
    });
  });

  it('names the name where the account has none and contracts say different ones', async () => {
    const id = await addClaimant();
    const first = await sign();
    await sign({ last_name: 'Otherwright' });
    const call = await staff();
    expect(await call.contracts.detail({ id: first.id })).toMatchObject({
      client: null,
      doubt: { client: id, differs: ['name'] },
    });
  });

  it('does not hide the contract that matches', async () => {
    const id = await addClaimant();
    const own = await sign();
    const other = await sign({ date_of_birth: '1970-01-01', last_name: 'Otherwright' });
    expect(await (await staff()).clients.detail({ id })).toMatchObject({
      name: fullName,
      documents: [{ contract: signedBy(own) }],
      differentContracts: [signedBy(other)],
    });
  });

  it('matches nothing once it can no longer be decrypted', async () => {
    const id = await addClaimant();
    const contract = await sign();
    await contractsCollection.model(deps.portal).updateMany({}, { answers: 'v2.gone.x.x.x' });
    await clientsCollection.model(deps.portal).updateMany({}, { date_of_birth: 'v2.gone.x.x.x' });
    const found = await (await staff()).clients.detail({ id });
    expect(found).toMatchObject({ ...nothing, name: null, differentContracts: [signedBy(contract)] });
  });
});

describe('the contracts of a number', () => {
  it('are found by an index and compared up to fifty', { tags: 'thorough' }, async () => {
    const id = await addClaimant();
    await sign({ ssn: ssnOf(2) });
    await sign();
    const contracts = deps.portal.collection('signed_contracts');
    const { _id, ...copy } = (await contracts.find().sort({ signed_at: -1 }).limit(1).next()) ?? {};
    const call = await staff();
    const { queries } = await profile(deps.portal, /^signed_contracts$/, () => call.clients.detail({ id }));
    expect(queries[0]).toMatchObject({ planSummary: 'IXSCAN { ssn_lookup.h: 1 }', docsExamined: 1 });

    const copies = Array.from({ length: 50 }, (_, at) => ({
      ...copy,
      reference: `copy-${at}`,
      submission_key: `copy-${at}`,
    }));
    await contracts.insertMany(copies);
    const { differentContracts, moreContracts, documents } = await call.clients.detail({ id });
    expect(differentContracts.length + documents.length).toBe(50);
    expect(moreContracts).toBe(true);
  });
});

describe('records with the phone number or email address of a client', () => {
  const evaluate = (changed: Partial<typeof evaluationAnswers>) => sendEvaluation(deps, changed);
  const other = {
    email: 'somebody.else@example.com',
    phone: '2015550199',
    first_name: 'Some',
    last_name: 'Body',
  };

  it('are shown to staff as what may be the client’s, with what agrees, and never as the client’s', async () => {
    const id = await addClaimant();
    await sign();
    await evaluate({});
    await evaluate({ ...other, phone: contractAnswers.phone });
    await evaluate({ ...other, email: contractAnswers.email.toUpperCase() });
    const { possibleEvaluations, phones, emails } = await (await staff()).clients.detail({ id });
    expect(possibleEvaluations.map(({ agrees }) => agrees)).toEqual([
      ['email'],
      ['phone'],
      ['name', 'phone', 'email'],
    ]);
    expect([phones.length, emails.length]).toEqual([1, 1]);
  });

  it('are not those with the same name alone, nor with the last digits or the same name before the @', async () => {
    const id = await addClaimant();
    await sign();
    const { first_name, last_name } = contractAnswers;
    await evaluate({ ...other, first_name, last_name });
    await evaluate({ ...other, phone: `973555${contractAnswers.phone.slice(-4)}` });
    await evaluate({ ...other, email: `${contractAnswers.email.split('@')[0]}@example.org` });
    expect((await (await staff()).clients.detail({ id })).possibleEvaluations).toEqual([]);
  });

  it('are none for a client without a contract', async () => {
    const id = await addClaimant();
    await evaluate({});
    expect((await (await staff()).clients.detail({ id })).possibleEvaluations).toEqual([]);
  });

  /** Adds an entry as a client does in the portal. */
  const enter = (client: string, kind: 'phone-number' | 'email-address', answers: Answers) =>
    addEntry({ client, kind, key: randomUUID(), answers }, deps);

  it('are found by what the client entered in the portal too, and no longer once that is deleted', async () => {
    const id = await addClaimant();
    const { id: phone } = await enter(id, 'phone-number', { phone_number: other.phone });
    await enter(id, 'email-address', { email: 'Typed.Here@example.org' });
    await evaluate({ ...other, email: 'nobody@example.org' });
    await evaluate({ ...other, phone: '2015550111', email: 'typed.here@example.org' });
    const similar = await sign({ ...other, email: 'nobody@example.org', ssn: ssnOf(7) });
    const call = await staff();
    const found = await call.clients.detail({ id });
    expect(found.possibleEvaluations.map(({ agrees }) => agrees)).toEqual([['email'], ['phone']]);
    expect(found.similarContracts).toEqual([{ ...signedBy(similar), agrees: ['phone'] }]);
    await removeEntry({ client: id, kind: 'phone-number', id: phone, revision: 1 }, deps);
    const later = await call.clients.detail({ id });
    expect(later.possibleEvaluations.map(({ agrees }) => agrees)).toEqual([['email']]);
    expect(later.similarContracts).toEqual([]);
  });

  it('are accounts of others who entered the same, with what agrees, and none with another number', async () => {
    const id = await addClaimant();
    await sign();
    const twin = await addClaimant({ ssn: ssnOf(7) });
    await nameClient(twin, 'Canaria', "O'Testwright");
    await enter(twin, 'phone-number', { phone_number: contractAnswers.phone });
    const stranger = await addClaimant({ ssn: ssnOf(8) });
    await enter(stranger, 'phone-number', { phone_number: '2015550199' });
    const call = await staff();
    const twins = { id: twin, name: fullName, agrees: ['name', 'phone'] };
    expect((await call.clients.detail({ id })).similarClients).toEqual([twins]);
    expect((await call.clients.detail({ id: stranger })).similarClients).toEqual([]);
    await clientsCollection.model(deps.portal).deleteOne({ _id: twin });
    expect((await call.clients.detail({ id })).similarClients).toEqual([]);
  });

  it('lead from an evaluation to the clients whose it may be, until staff say whose it is', async () => {
    const id = await addClaimant();
    await sign();
    const { reference } = await evaluate({ ...other, phone: contractAnswers.phone });
    const stored = await deps.portal.collection('case_evaluations').findOne({ reference });
    const record = String(stored?._id);
    const call = await staff();
    const possible = [{ id, name: fullName, agrees: ['phone'] }];
    expect(await call.clients.ofEvaluation({ id: record })).toEqual({ client: null, possible });
    const decision = { id, kind: 'evaluation', record, reason: 'We asked on the phone' } as const;
    await call.clients.decideLink({ ...decision, state: 'separate' });
    expect(await call.clients.ofEvaluation({ id: record })).toEqual({ client: null, possible: [] });
    await call.clients.decideLink({ ...decision, state: 'linked' });
    expect(await call.clients.ofEvaluation({ id: record })).toEqual({ client: id, possible: [] });
  });

  it('are read by indexes, however many there are', async () => {
    const id = await addClaimant();
    await enter(id, 'phone-number', { phone_number: other.phone });
    await evaluate(other);
    const call = await staff();
    const about = /^(case_evaluations|signed_contracts|phone_numbers|email_addresses|client_links)$/;
    const { queries } = await profile(deps.portal, about, () => call.clients.detail({ id }));
    expect(queries.length).toBeGreaterThan(0);
    for (const { ns, planSummary } of queries)
      expect([ns, planSummary]).toEqual([ns, expect.stringMatching(/^(IXSCAN|EOF)/)]);
  });

  it('are contracts of other numbers too, as possible duplicates', async () => {
    const id = await addClaimant();
    await sign();
    const similar = await sign({ ...other, phone: contractAnswers.phone, ssn: ssnOf(7) });
    await sign({ ...other, ssn: ssnOf(8) });
    const { similarContracts, differentContracts } = await (await staff()).clients.detail({ id });
    expect(similarContracts).toEqual([{ ...signedBy(similar), agrees: ['phone'] }]);
    expect(differentContracts).toEqual([]);
  });
});
