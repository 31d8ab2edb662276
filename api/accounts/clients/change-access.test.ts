import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  askedForBirthDate,
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
import { type ClientEvent, eventsCollection } from './events.ts';

const { ssn } = registration;
const reason = 'Called from the number in the contract of Jo Canary';
const wrongPin = '1357';
const verbs = ['reopen', 'freeSsn', 'endSessions'] as const;
const nobody = '00000000-0000-4000-8000-000000000000';

let deps: Deps;
let staff: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'limits');
  await setSharedPassword('correct horse battery', deps);
  staff = visitor(deps);
  await staff.call.staff.signInWithPassword({ password: 'correct horse battery' });
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'events');
  await register(visitor(deps));
});
afterAll(() => deps.close());

const records = () => deps.portal.collection<ClientEvent>('events').find({ kind: 'account' }).toArray();
const count = (collection: string) => deps.portal.collection(collection).countDocuments();
const clientId = async () => String((await deps.portal.collection('clients').findOne())?._id);
const verified = () =>
  deps.portal.collection('clients').updateOne({}, { $set: { identity_status: 'verified' } });

describe.each(verbs)('clients.%s', (verb) => {
  it('is refused to visitors and clients', async () => {
    for (const who of [visitor(deps), await signedIn(deps)]) {
      expect((await refusal(who.call.clients[verb]({ ssn, reason })))?.code).toBe('signed-out');
    }
    expect([await count('clients'), await records()]).toEqual([1, []]);
  });

  it.each([
    ['without a reason', { ssn, reason: '    ' }],
    ['with half a number', { ssn: '21284', reason }],
    ['with a number as it is printed', { ssn: '212-84-7391', reason }],
  ])('is refused %s', async (_how, input) => {
    expect((await refusal(staff.call.clients[verb](input)))?.code).toBe('bad-input');
    expect([await count('clients'), await records()]).toEqual([1, []]);
  });

  it('is refused for an id that is none or nobody’s', async () => {
    expect((await refusal(staff.call.clients[verb]({ id: 'x', reason })))?.code).toBe('bad-input');
    expect(await refusal(staff.call.clients[verb]({ id: nobody, reason }))).toMatchObject({
      code: 'not-found',
      message: 'Client not found',
    });
    expect(await records()).toEqual([]);
  });

  it('works by the id of the account too, and is in the audit log under it, without number and reason', async () => {
    const id = await clientId();
    await emptyAuditLog(deps);
    await staff.call.clients[verb]({ id, reason });
    expect(await records()).toMatchObject([{ client_id: id }]);
    const entries = await deps.audit.entries.find().toArray();
    expect(entries).toMatchObject([{ action: `clients.${verb}`, subject: id }]);
    expect(JSON.stringify(entries)).not.toMatch(/212847391|Canary/);
  });

  it('records who did it, when and why, and stores neither number nor reason in plain text', async () => {
    await staff.call.clients[verb]({ ssn, reason });
    const [row, ...more] = await records();
    expect(more).toEqual([]);
    expect(row?.by).toMatch(/.{10}/);
    expect(row?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(row)).not.toMatch(/212847391|Canary/);
    const ring = await deps.keys.of(row?._id);
    expect(eventsCollection.decrypt(ring, row?._id, 'reason', row?.reason ?? '')).toBe(reason);
  });
});

describe('reopening a sign-in', () => {
  it('clears all failures of a number, also from known browsers, and of no other number', {
    tags: 'thorough',
  }, async () => {
    const owner = await signedIn(deps);
    const other = ssnOf(400);
    await codes([
      ...Array.from({ length: 10 }, () => signIn(visitor(deps), { pin: wrongPin })),
      ...Array.from({ length: 10 }, () => signIn(visitor(deps), { ssn: other, pin: wrongPin })),
      ...Array.from({ length: 9 }, () => signIn(owner, { pin: wrongPin })),
    ]);
    expect((await refusal(signIn(owner)))?.code).toBe('too-many');
    await staff.call.clients.reopen({ ssn: other, reason });
    expect(await refusal(signIn(visitor(deps)))).toEqual(askedForBirthDate);
    await staff.call.clients.reopen({ ssn, reason });
    expect(await codes([signIn(visitor(deps)), signIn(owner)])).toEqual({ done: 2 });
  });

  it('also reopens a sign-in that was closed with the date of birth', { tags: 'thorough' }, async () => {
    const dated = (pin: string) => signIn(visitor(deps), { pin, date_of_birth: registration.date_of_birth });
    await codes(Array.from({ length: 25 }, () => dated(wrongPin)));
    expect((await refusal(dated(registration.pin)))?.message).toContain('closed for 24 hours');
    await staff.call.clients.reopen({ ssn, reason });
    await dated(registration.pin);
  });
});

describe('reopening a sign-in of an account', () => {
  it.each(['id', 'ssn'] as const)('ends its sessions and forgets its browsers, named by %s', async (by) => {
    const stranger = await signedIn(deps);
    const key = by === 'id' ? { id: await clientId() } : { ssn };
    await staff.call.clients.reopen({ ...key, reason });
    expect((await refusal(stranger.call.clients.me()))?.code).toBe('signed-out');
    expect([await count('client_sessions'), await count('client_devices')]).toEqual([0, 0]);
    // What its browser tries counts as that of any stranger does.
    await codes(Array.from({ length: 12 }, () => signIn(visitor(deps), { pin: wrongPin })));
    expect(await refusal(signIn(stranger, { pin: wrongPin }))).toEqual(askedForBirthDate);
  });

  it('says the same for a number that nobody registered', async () => {
    await staff.call.clients.reopen({ ssn: ssnOf(400), reason });
    expect(await records()).toMatchObject([{ name: 'reopened', client_id: null }]);
  });
});

describe('freeing a number', () => {
  it('is refused for a number without an account, and for a confirmed one unless staff insist', async () => {
    expect((await refusal(staff.call.clients.freeSsn({ ssn: ssnOf(400), reason })))?.code).toBe('not-found');
    await verified();
    expect(await refusal(staff.call.clients.freeSsn({ ssn, reason }))).toMatchObject({
      code: 'conflict',
      message: 'This account is confirmed. To free its number, check the box too.',
    });
    expect([await count('clients'), await records()]).toEqual([1, []]);
    await staff.call.clients.freeSsn({ ssn, reason, evenConfirmed: true });
    expect(await count('clients')).toBe(0);
  });

  it('deletes the account, its sessions and its known browsers, and the owner can register', async () => {
    const squatter = await signedIn(deps);
    await codes(Array.from({ length: 12 }, () => signIn(visitor(deps), { pin: wrongPin })));
    await staff.call.clients.freeSsn({ ssn, reason });
    expect((await refusal(squatter.call.clients.me()))?.code).toBe('signed-out');
    for (const collection of ['clients', 'client_sessions', 'client_devices'])
      expect([collection, await count(collection)]).toEqual([collection, 0]);
    const owner = visitor(deps);
    await register(owner, { pin: '9046', confirm_pin: '9046' });
    await signIn(owner, { pin: '9046' });
    expect((await refusal(signIn(squatter)))?.code).toBe('bad-input');
  });

  it('happens once, however many requests come at the same time', async () => {
    const calls = Array.from({ length: 5 }, () => staff.call.clients.freeSsn({ ssn, reason }));
    expect(await codes(calls)).toEqual({ done: 1, 'not-found': 4 });
    expect(await records()).toHaveLength(1);
  });
});

describe('correcting a name', () => {
  const name = { firstName: 'Canaria', lastName: "O'Testwright", was: null };
  const call = (input: object) => staff.call.clients.correctName(input as never);

  it('is refused to visitors and clients, without a name, reason or account, and with control characters', async () => {
    const id = await clientId();
    for (const who of [visitor(deps), await signedIn(deps)])
      expect((await refusal(who.call.clients.correctName({ id, reason, ...name })))?.code).toBe('signed-out');
    for (const wrong of [
      { ...name, id, reason: ' ' },
      { ...name, id, reason, firstName: ' ' },
      { ...name, id, reason, lastName: 'x'.repeat(61) },
      { ...name, id, reason, lastName: 'a\u0000b' },
      { ...name, ssn, reason },
    ])
      expect((await refusal(call(wrong)))?.code).toBe('bad-input');
    expect((await refusal(call({ ...name, id: nobody, reason })))?.code).toBe('not-found');
    expect(await records()).toEqual([]);
  });

  it('stores it encrypted, the client is greeted by it, and the names of the fields are on record', async () => {
    const owner = await signedIn(deps);
    const id = await clientId();
    await emptyAuditLog(deps);
    await call({ ...name, id, reason });
    const entries = await deps.audit.entries.find().toArray();
    expect(entries).toMatchObject([
      { action: 'clients.correctName', subject: id },
      { action: 'clients.changed', subject: id, fields: ['first_name', 'last_name'] },
    ]);
    expect((await owner.call.clients.me()).firstName).toBe('Canaria');
    expect((await staff.call.clients.detail({ id })).name).toBe("Canaria O'Testwright");
    const stored = JSON.stringify(await deps.portal.collection('clients').findOne());
    expect(stored).not.toMatch(/Canaria|Testwright/);
  });

  it('is refused when somebody changed it meanwhile, and of five at once one wins', async () => {
    const id = await clientId();
    const calls = Array.from({ length: 5 }, (_, at) =>
      call({ ...name, firstName: `Canaria${at}`, id, reason }),
    );
    expect(await codes(calls)).toEqual({ done: 1, conflict: 4 });
    expect(await records()).toHaveLength(1);
    expect((await refusal(call({ ...name, id, reason })))?.message).toContain('changed the name meanwhile');
  });
});

describe('ending the sessions of a client', () => {
  it('ends all of this client at once and no one else’s', async () => {
    await register(visitor(deps), { ssn: ssnOf(1) });
    const other = visitor(deps);
    await signIn(other, { ssn: ssnOf(1) });
    const [phone, computer] = [await signedIn(deps), await signedIn(deps)];
    await staff.call.clients.endSessions({ ssn, reason });
    for (const who of [phone, computer])
      expect((await refusal(who.call.clients.me()))?.code).toBe('signed-out');
    await other.call.clients.me();
    await signIn(phone);
  });
});

describe('closing an account', () => {
  it('is refused to visitors and clients, without a reason and for nobody’s id', async () => {
    const id = await clientId();
    for (const who of [visitor(deps), await signedIn(deps)])
      expect((await refusal(who.call.clients.close({ id, reason })))?.code).toBe('signed-out');
    expect((await refusal(staff.call.clients.close({ id, reason: '' })))?.code).toBe('bad-input');
    expect((await refusal(staff.call.clients.close({ id: nobody, reason })))?.code).toBe('not-found');
    expect([await count('clients'), await records()]).toEqual([1, []]);
  });

  it('ends its sessions, also of a confirmed one, frees the number, and happens once', async () => {
    const owner = await signedIn(deps);
    await verified();
    const id = await clientId();
    const calls = Array.from({ length: 3 }, () => staff.call.clients.close({ id, reason }));
    expect(await codes(calls)).toEqual({ done: 1, 'not-found': 2 });
    expect((await refusal(owner.call.clients.me()))?.code).toBe('signed-out');
    expect(await records()).toMatchObject([{ name: 'closed', client_id: id }]);
    await register(visitor(deps), { pin: '9046', confirm_pin: '9046' });
  });
});

describe('ending an account', () => {
  it('asks again who somebody is, half an hour after that was shown: it cannot be undone', async () => {
    const id = await clientId();
    const sessions = deps.portal.collection('staff_sessions');
    const showed = (minutesAgo: number) =>
      sessions.updateMany({}, { $set: { confirmed_at: new Date(Date.now() - minutesAgo * 60_000) } });
    await showed(31);
    for (const call of [
      () => staff.call.clients.close({ id, reason }),
      () => staff.call.clients.freeSsn({ id, reason }),
      () => staff.call.clients.freeSsn({ ssn, reason, evenConfirmed: true }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden', reason: 'confirm' });
    expect([await count('clients'), await records()]).toEqual([1, []]);
    await showed(29);
    await staff.call.clients.close({ id, reason });
  });
});

describe('the changes to a login', () => {
  it('are shown newest first, at most 20, with who and why, and by an index', async () => {
    const id = await clientId();
    for (let at = 0; at < 21; at += 1)
      await staff.call.clients.reopen({ ssn, reason: `Canary reason ${at}` });
    await staff.call.clients.reopen({ ssn: ssnOf(9), reason: 'about another number' });
    const { changes } = await staff.call.clients.detail({ id });
    expect(changes.map((each) => each.reason)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Canary reason ${20 - at}`),
    );
    expect(changes[0]).toMatchObject({ change: 'reopened', who: expect.stringMatching(/./) });
    const { ssn: hash } = (await records())[0] ?? { ssn: '' };
    const plan = await deps.portal
      .collection('events')
      .find({ ssn: hash })
      .sort({ at: -1 })
      .limit(20)
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 20 });
  });

  it('name nobody whose account was deleted, and say what can no longer be read', async () => {
    const id = await clientId();
    await staff.call.clients.reopen({ id, reason });
    await deps.portal.collection('events').updateMany({}, { $set: { by: 'gone', reason: 'v1.gone.x.x.x' } });
    const { changes } = await staff.call.clients.detail({ id });
    expect(changes).toMatchObject([{ who: null, reason: 'unreadable' }]);
  });
});

describe('a known browser', () => {
  it('is unknown to the next account of the number after the first one was deleted', async () => {
    const squatter = await signedIn(deps);
    await empty(deps, 'clients');
    await register(visitor(deps), { pin: '9046', confirm_pin: '9046' });
    await codes(Array.from({ length: 10 }, () => signIn(visitor(deps), { pin: wrongPin })));
    expect(await refusal(signIn(squatter, { pin: '9046' }))).toEqual(askedForBirthDate);
  });
});

describe('signing out everywhere', () => {
  it('is refused without a session', async () => {
    expect((await refusal(visitor(deps).call.clients.signOutEverywhere()))?.code).toBe('signed-out');
  });

  it('ends every session of this client at once and no one else’s, and only this browser stays known', async () => {
    await register(visitor(deps), { ssn: ssnOf(1) });
    const [here, phone, other] = [await signedIn(deps), await signedIn(deps), visitor(deps)];
    await signIn(other, { ssn: ssnOf(1) });
    await here.call.clients.signOutEverywhere();
    for (const who of [here, phone]) expect((await refusal(who.call.clients.me()))?.code).toBe('signed-out');
    await other.call.clients.me();
    expect(await count('client_devices')).toBe(2);
    await codes(Array.from({ length: 10 }, () => signIn(visitor(deps), { pin: wrongPin })));
    await signIn(here);
    expect(await refusal(signIn(phone))).toEqual(askedForBirthDate);
  });
});
