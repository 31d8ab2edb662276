import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { clientCollections, refusal, register, signedIn, staffMember } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { contractHandler } from './contract-handler.ts';

const password = 'correct horse battery';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
});
beforeEach(() => empty(deps, 'signed_contracts', 'documents', 'outbox', 'staff_sessions', 'limits'));
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;
const none = '0'.repeat(24);

/** Signs with a browser's draft, as the last step does. */
async function sign({ cookies }: RequestContext): Promise<string> {
  const secret = makeSecret();
  cookies.set('draft-contract', secret, { sameSite: 'Lax' });
  const key = hashSecret(`contract:${secret}`);
  return (await contractHandler.submit({ answers: contractAnswers, key, agreement }, { ...signing, deps }))
    .reference;
}

async function staff() {
  const who = visitor(deps);
  await who.call.staff.signInWithPassword({ password });
  return who.call;
}

describe('reading contracts', () => {
  it.each([
    ['list', (call: ReturnType<typeof visitor>['call']) => call.contracts.list({})],
    ['detail', (call: ReturnType<typeof visitor>['call']) => call.contracts.detail({ id: none })],
    ['file', (call: ReturnType<typeof visitor>['call']) => call.contracts.file({ id: none })],
  ])('requires a staff session: %s', async (_what, read) => {
    await expect(read(visitor(deps).call)).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('is refused for an invalid id and for a nonexistent contract', async () => {
    const call = await staff();
    await expect(call.contracts.detail({ id: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
    await expect(call.contracts.detail({ id: none })).rejects.toMatchObject({ code: 'not-found' });
    await expect(call.contracts.file({ id: none })).rejects.toMatchObject({ code: 'not-found' });
    await expect(call.contracts.list({ cursor: '{"$gt":1}' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('shows the newest first, 25 at a time, each once', async () => {
    const references: string[] = [];
    for (let count = 0; count < 27; count += 1) references.unshift(await sign(visitor(deps).context));
    const call = await staff();
    const first = await call.contracts.list({});
    const second = await call.contracts.list({ cursor: first.next });
    expect([...first.rows, ...second.rows].map(({ reference }) => reference)).toEqual(references);
    expect(first.rows).toHaveLength(25);
    expect(second.next).toBeNull();
    expect(first.rows[0]).toMatchObject({
      name: "Canaria O'Testwright",
      phone: '(201) 555-0147',
      state: 'New Jersey',
    });
  });

  it('shows the last four digits of the Social Security number and never the others', async () => {
    await sign(visitor(deps).context);
    const call = await staff();
    const [row] = (await call.contracts.list({})).rows;
    const detail = await call.contracts.detail({ id: row?.id ?? '' });
    const text = JSON.stringify(detail);
    expect(text).toContain('***-**-7391');
    for (const digits of ['212847', '212-84']) expect(text).not.toContain(digits);
    expect(detail.evidence).toContainEqual({ label: 'Internet (IP) address', value: '203.0.113.9' });
    const file = await call.contracts.file({ id: row?.id ?? '' });
    expect(file.fileName).toBe(`${row?.reference}.pdf`);
    expect(Buffer.from(file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('revealing the number of a contract', () => {
  const reason = 'To file with the agency';
  const changes = () => deps.portal.collection('events').find({ kind: 'account' }).toArray();
  beforeEach(() => empty(deps, ...clientCollections, 'events'));

  async function contract() {
    await sign(visitor(deps).context);
    const call = await staff();
    const [row] = (await call.contracts.list({})).rows;
    return { call, id: row?.id ?? '' };
  }

  it('is refused to visitors, clients and read-only staff, without a reason, and for a nonexistent contract', async () => {
    const { call, id } = await contract();
    await register(visitor(deps));
    for (const who of [visitor(deps), await signedIn(deps)])
      expect((await refusal(who.call.contracts.revealSsn({ id, reason })))?.code).toBe('signed-out');
    const reader = await staffMember(deps, 'read_only');
    expect((await refusal(reader.call.contracts.revealSsn({ id, reason })))?.code).toBe('forbidden');
    expect((await refusal(call.contracts.revealSsn({ id, reason: ' no ' })))?.code).toBe('bad-input');
    expect((await refusal(call.contracts.revealSsn({ id: none, reason })))?.code).toBe('not-found');
    expect(await changes()).toEqual([]);
  });

  it('is on record with the reason encrypted, before the number leaves', async () => {
    const { call, id } = await contract();
    await emptyAuditLog(deps);
    expect(await call.contracts.revealSsn({ id, reason })).toEqual({ ssn: contractAnswers.ssn });
    const entries = await deps.audit.entries.find().toArray();
    expect(entries).toMatchObject([{ action: 'contracts.revealSsn', subject: id }]);
    expect(await changes()).toMatchObject([{ name: 'revealed', client_id: null }]);
    expect(JSON.stringify([entries, await changes()])).not.toMatch(/212847391|agency/);
  });

  it('is told to the client whose contract it is', async () => {
    const { call, id } = await contract();
    await register(visitor(deps));
    const account = await deps.portal.collection('clients').findOne();
    await call.contracts.revealSsn({ id, reason });
    expect(await changes()).toMatchObject([{ name: 'revealed', client_id: account?._id }]);
    expect(await (await signedIn(deps)).call.clients.reveals()).toHaveLength(1);
  });

  it('counts in the same 30 an hour as the number of an account', async () => {
    const { call, id } = await contract();
    await register(visitor(deps));
    const account = String((await deps.portal.collection('clients').findOne())?._id);
    for (let count = 0; count < 30; count += 1) await call.contracts.revealSsn({ id, reason });
    expect((await refusal(call.clients.revealSsn({ id: account, reason })))?.code).toBe('too-many');
  });
});

describe('the agreement', () => {
  it('is shown to anyone, and the browser records which version it was', async () => {
    const { call, context } = visitor(deps);
    expect(await call.contracts.agreement()).toEqual({
      ...currentAgreement,
      representative: 'someone at our firm, whose name we tell you before you sign form SSA-1696',
      legalLimit: '',
    });
    expect(context.cookies.get('agreement')).toBe(currentAgreement.version);
  });
});
