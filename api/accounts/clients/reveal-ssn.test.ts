import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Email } from '#api/platform/email/enqueue.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import {
  clientCollections,
  codes,
  refusal,
  register,
  registration,
  signedIn,
  signIn,
  ssnOf,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';

const { ssn } = registration;
const reason = 'Jo Canary asked which number we have';
const password = 'correct horse battery';

let deps: Deps;
let staff: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'limits');
  staff = await addStaff('robin@example.org');
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'events');
  await register(visitor(deps));
  id = String((await deps.portal.collection('clients').findOne())?._id);
});
afterAll(() => deps.close());

async function addStaff(email: string): Promise<Visitor> {
  await createStaff({ name: 'Robin', email, password }, deps);
  const who = visitor(deps);
  await who.call.staff.signInWithEmail({ email, password });
  return who;
}

const rows = () => deps.portal.collection('events').find({ kind: 'account' }).toArray();
const reveal = (who = staff) => who.call.clients.revealSsn({ id, reason });

describe('revealing a number', () => {
  it('is refused to visitors and clients, without a reason, and for nobody’s id', async () => {
    for (const who of [visitor(deps), await signedIn(deps)])
      expect((await refusal(reveal(who)))?.code).toBe('signed-out');
    for (const wrong of [
      { id, reason: '    ' },
      { id, reason: 'x'.repeat(501) },
      { id: ssn, reason },
    ])
      expect((await refusal(staff.call.clients.revealSsn(wrong)))?.code).toBe('bad-input');
    const nobody = { id: '00000000-0000-4000-8000-000000000000', reason };
    expect((await refusal(staff.call.clients.revealSsn(nobody)))?.code).toBe('not-found');
    expect(await rows()).toEqual([]);
  });

  it('is on record before the number leaves, with the reason encrypted and not in the audit log', async () => {
    await emptyAuditLog(deps);
    expect(await reveal()).toEqual({ ssn });
    const entries = await deps.audit.entries.find().toArray();
    expect(entries).toMatchObject([{ action: 'clients.revealSsn', subject: id }]);
    expect(await rows()).toMatchObject([{ name: 'revealed', client_id: id }]);
    expect(JSON.stringify([entries, await rows()])).not.toMatch(/212847391|Canary/);
    expect((await staff.call.clients.detail({ id })).changes).toMatchObject([{ change: 'revealed', reason }]);
  });

  it('is refused while the record of it cannot be written', async () => {
    const { audit } = staff.context.deps;
    const full = { ...audit, record: () => Promise.reject(new Error('the disk is full')) };
    Object.assign(staff.context.deps, { audit: full });
    await expect(reveal()).rejects.toThrow();
    Object.assign(staff.context.deps, { audit });
    expect(await rows()).toEqual([]);
  });

  it('is limited to 30 an hour per member of staff, also at the same moment', async () => {
    const colleague = await addStaff('sam@example.org');
    const refused = await Promise.all(Array.from({ length: 33 }, () => refusal(reveal())));
    expect(refused.filter((each) => each === undefined)).toHaveLength(30);
    expect(refused.find((each) => each !== undefined)).toMatchObject({
      code: 'too-many',
      message: expect.stringMatching(/^You have opened 30 numbers .+ Please wait .+\.$/),
    });
    expect(await rows()).toHaveLength(30);
    expect(await codes([reveal(colleague)])).toEqual({ done: 1 });
  });

  it('is refused for an account that can no longer be read', async () => {
    await deps.portal.collection('clients').updateOne({}, { $set: { ssn: 'v1.gone.x.x.x' } });
    expect((await refusal(reveal()))?.code).toBe('conflict');
  });
});

describe('what clients are told of it', () => {
  const outbox = () => deps.portal.collection('outbox');
  const emails = async () =>
    Promise.all(
      (await outbox().find().toArray()).map(
        async ({ _id, kind, letter }): Promise<Email & { kind: string }> => ({
          kind,
          ...JSON.parse(outboxCollection.decrypt(await deps.keys.of(_id), _id, 'letter', letter)),
        }),
      ),
    );
  const sign = (email: string) => signContract(deps, { email });
  beforeEach(() => empty(deps, 'outbox', 'email_addresses', 'signed_contracts', 'limits'));

  it('is an email to each verified address, once for each time, without the number, a name or the reason', async () => {
    const owner = await signedIn(deps);
    for (const email of ['canary@example.org', 'second@example.org', 'third@example.org'])
      await owner.call.profile.add({ kind: 'email-address', key: randomUUID(), answers: { email } });
    await deps.portal.collection('email_addresses').updateMany({}, { $set: { verified_at: new Date() } });
    await owner.call.profile.add({
      kind: 'email-address',
      key: randomUUID(),
      answers: { email: 'late@example.org' },
    });
    await empty(deps, 'outbox');
    await reveal();
    const notices = await emails();
    expect(notices.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['number-revealed', 'canary@example.org'],
      ['number-revealed', 'second@example.org'],
      ['number-revealed', 'third@example.org'],
    ]);
    expect(notices[0]).toMatchObject({ subject: 'Our office opened your Social Security number' });
    for (const { subject, text, html } of notices)
      expect(`${subject} ${text} ${html}`).not.toMatch(/212847391|7391|Canar|Robin|asked which/);
    await reveal();
    expect(await emails()).toHaveLength(6);
  });

  it('is an email to the addresses on the contracts that agree, where the client verified none', async () => {
    await sign('first@example.org');
    await sign('second@example.org');
    await empty(deps, 'outbox');
    await reveal();
    expect((await emails()).map(({ kind, to }) => [kind, to])).toEqual([
      ['unverified-notice', 'first@example.org'],
      ['unverified-notice', 'second@example.org'],
    ]);
  });

  it('is no email about a number that was not revealed', async () => {
    await sign('first@example.org');
    await empty(deps, 'outbox');
    await refusal(staff.call.clients.revealSsn({ id, reason: '    ' }));
    await deps.portal.collection('clients').updateOne({}, { $set: { ssn: 'v1.gone.x.x.x' } });
    await refusal(reveal());
    expect(await emails()).toEqual([]);
  });

  it('is shown to nobody else', async () => {
    await reveal();
    expect((await refusal(visitor(deps).call.clients.reveals()))?.code).toBe('signed-out');
    await register(visitor(deps), { ssn: ssnOf(1) });
    const other = visitor(deps);
    await signIn(other, { ssn: ssnOf(1) });
    expect(await other.call.clients.reveals()).toEqual([]);
  });

  it('are the times of the last twelve months, without who and why, read by an index', async () => {
    await reveal();
    // Which ends all sessions.
    await staff.call.clients.reopen({ id, reason });
    const owner = await signedIn(deps);
    const changes = deps.portal.collection('events');
    const [{ at, _id: _, ...row } = { at: new Date() }] = await changes.find({ name: 'revealed' }).toArray();
    await changes.insertOne({ ...row, at: new Date(Date.now() - 366 * 24 * 60 * 60 * 1000) });
    expect(await owner.call.clients.reveals()).toEqual([at.toISOString()]);
    const plan = await changes
      .find({ client_id: id, kind: 'account', name: 'revealed', at: { $gt: new Date(0) } })
      .sort({ at: -1 })
      .explain('executionStats');
    expect(JSON.stringify(plan)).toContain('client_id_1_kind_1_at_-1__id_-1');
    expect(JSON.stringify(plan.queryPlanner)).not.toContain('COLLSCAN');
  });
});
