import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { makeAuthenticator } from './fixtures/authenticator.ts';
import { sharedAdminId } from './staff.model.ts';

const email = 'tess@example.org';
const password = 'correct horse battery';
const notRecognized = {
  code: 'bad-input',
  message: 'This passkey was not recognized, or it took too long. Please try again.',
};

let deps: Deps;
let origin: string;
let id: string;
let own: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  origin = deps.settings.PUBLIC_URL;
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'spent_challenges', 'limits');
  id = await createStaff({ name: 'Tess', email, password }, deps);
  own = await staffSession(id, deps);
});
afterEach(() => vi.useRealTimers());
afterAll(() => deps.close());

/** Lets the time of the clock pass, not of timers. */
function wait(minutes: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now + minutes * 60_000);
}

type Device = ReturnType<typeof makeAuthenticator>;

async function addTo(member: Visitor, device: Device, name = 'work laptop'): Promise<void> {
  const { challenge } = await member.call.staff.passkeys();
  await member.call.staff.addPasskey({ name, answer: JSON.stringify(device.add({ challenge, origin })) });
}

async function ask(): Promise<string> {
  const { passkey } = await visitor(deps).call.staff.ways();
  return passkey?.challenge ?? '';
}

const signIn = (answer: unknown, who = visitor(deps)) =>
  who.call.staff.signInWithPasskey({ answer: JSON.stringify(answer) });

describe('adding a passkey', () => {
  it('is for named accounts that have confirmed who they are', async () => {
    await setSharedPassword(password, deps);
    const shared = await staffSession(sharedAdminId, deps);
    expect(await refusal(shared.call.staff.passkeys())).toMatchObject({ code: 'forbidden' });
    expect(await refusal(visitor(deps).call.staff.passkeys())).toMatchObject({ code: 'signed-out' });
    const { challenge } = await own.call.staff.passkeys();
    await deps.portal.collection('staff_sessions').updateMany({}, { $set: { confirmed_at: new Date(0) } });
    const answer = JSON.stringify(makeAuthenticator().add({ challenge, origin }));
    expect(await refusal(own.call.staff.addPasskey({ name: 'laptop', answer }))).toMatchObject({
      code: 'forbidden',
    });
  });

  it('takes only a fresh answer to our own question, from our own pages', async () => {
    const device = makeAuthenticator();
    const { challenge } = await own.call.staff.passkeys();
    const add = (answer: unknown) =>
      refusal(own.call.staff.addPasskey({ name: 'laptop', answer: JSON.stringify(answer) }));
    const wrong = [
      'none',
      {},
      device.add({ challenge, origin: 'https://claimdesk.example.org' }),
      device.add({ challenge: await ask(), origin }),
      device.add({ challenge: Buffer.from('a.zzzzzzzzz.b.c').toString('base64url'), origin }),
    ];
    for (const answer of wrong) expect(await add(answer)).toMatchObject(notRecognized);
    const other = await staffSession(
      await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
      deps,
    );
    const others = await other.call.staff.passkeys();
    expect(await add(device.add({ challenge: others.challenge, origin }))).toMatchObject(notRecognized);
    expect((await own.call.staff.account()).passkeys).toEqual([]);
    expect(await add(device.add({ challenge, origin }))).toBeUndefined();
    expect(await add(makeAuthenticator().add({ challenge, origin }))).toMatchObject(notRecognized);
    expect((await own.call.staff.account()).passkeys).toMatchObject([{ name: 'laptop', lastUsedAt: null }]);
  });

  it('refuses the passkey of another account, and an eleventh', async () => {
    const device = makeAuthenticator();
    await addTo(own, device);
    const other = await staffSession(
      await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
      deps,
    );
    expect(await refusal(addTo(other, device))).toMatchObject({ code: 'conflict' });
    for (let more = 0; more < 9; more += 1) await addTo(own, makeAuthenticator());
    expect(await refusal(addTo(own, makeAuthenticator()))).toMatchObject({ code: 'conflict' });
    expect((await own.call.staff.account()).passkeys).toHaveLength(10);
  });
});

describe('signing in with a passkey', () => {
  it('refuses an unknown device, a wrong signature, and one that did not check its user', async () => {
    const device = makeAuthenticator();
    const answer = makeAuthenticator().answer({ challenge: await ask(), origin });
    expect(await refusal(signIn(answer))).toMatchObject(notRecognized);
    await addTo(own, device);
    const forged = { ...makeAuthenticator().answer({ challenge: await ask(), origin }), id: '' };
    const { id: known } = device.answer({ challenge: '', origin });
    expect(await refusal(signIn({ ...forged, id: known, rawId: known }))).toMatchObject(notRecognized);
    for (const wrong of [
      device.answer({ challenge: await ask(), origin }, false),
      device.answer({ challenge: await ask(), origin: 'http://localhost:1' }),
      device.answer({ challenge: 'AAAA', origin }),
      { ...device.answer({ challenge: await ask(), origin }), response: { clientDataJSON: 'e30' } },
    ])
      expect(await refusal(signIn(wrong))).toMatchObject(notRecognized);
  });

  it('opens a session without password and code, and records it', async () => {
    const device = makeAuthenticator();
    await addTo(own, device);
    await own.call.staff.beginTwoStep({ password });
    const who = visitor(deps);
    await signIn(device.answer({ challenge: await ask(), origin }), who);
    expect(await who.call.staff.me()).toMatchObject({ name: 'Tess' });
    expect((await own.call.staff.account()).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it('takes an answer once, also of two at the same moment, and within an hour', async () => {
    const device = makeAuthenticator();
    await addTo(own, device);
    const answer = device.answer({ challenge: await ask(), origin });
    const both = await Promise.all([refusal(signIn(answer)), refusal(signIn(answer))]);
    expect(both.filter((refused) => !refused)).toHaveLength(1);
    const challenge = await ask();
    wait(61);
    expect(await refusal(signIn(device.answer({ challenge, origin })))).toMatchObject(notRecognized);
  });

  it('ends when its owner removes the passkey, an admin removes all, or the account is disabled', async () => {
    const [one, two] = [makeAuthenticator(), makeAuthenticator()];
    await addTo(own, one);
    await addTo(own, two);
    const admin = await staffSession(
      await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
      deps,
    );
    await admin.call.staffAccounts.disable({ id, version: 0 });
    expect(await refusal(signIn(one.answer({ challenge: await ask(), origin })))).toMatchObject(
      notRecognized,
    );
    await admin.call.staffAccounts.enable({ id, version: 1 });
    own = await staffSession(id, deps);
    const [first] = (await own.call.staff.account()).passkeys;
    await own.call.staff.removePasskey({ passkey: first?.id ?? '' });
    expect(await refusal(signIn(one.answer({ challenge: await ask(), origin })))).toMatchObject(
      notRecognized,
    );
    await signIn(two.answer({ challenge: await ask(), origin }));
    expect(await refusal(own.call.staffAccounts.removePasskeys({ id, version: 2 }))).toMatchObject({
      code: 'forbidden',
    });
    await admin.call.staffAccounts.removePasskeys({ id, version: 2 });
    expect(await refusal(signIn(two.answer({ challenge: await ask(), origin })))).toMatchObject(
      notRecognized,
    );
  });
});

describe('what a session alone is not enough for', () => {
  const invite = () => ({
    name: 'Pat',
    role: 'reviewer' as const,
    email: `pat-${Math.random()}@example.org`,
  });
  const confirmFirst = { code: 'forbidden', title: 'Nothing was changed' };

  /** The session goes on, while the confirmation gets older. */
  async function age(minutes: number): Promise<void> {
    const confirmed_at = new Date(Date.now() - minutes * 60_000);
    await deps.portal.collection('staff_sessions').updateMany({}, { $set: { confirmed_at } });
  }

  it('asks for the password again half an hour after it was given, and before its page opens after 15 minutes', async () => {
    await own.call.staffAccounts.invite(invite());
    const open = (opens = true) =>
      refusal(own.call.permissions.require({ procedure: 'staffAccounts.invite', opens }));
    expect(await open()).toBeUndefined();
    await age(16);
    expect(await open()).toMatchObject({ code: 'forbidden' });
    expect(await open(false)).toBeUndefined();
    await own.call.staffAccounts.invite(invite());
    await age(31);
    expect(await refusal(own.call.staffAccounts.invite(invite()))).toMatchObject(confirmFirst);
    expect(await refusal(own.call.staff.confirmWithPassword({ password: 'wrong' }))).toMatchObject({
      fields: { password: 'Invalid password' },
    });
    expect(await refusal(own.call.staffAccounts.invite(invite()))).toMatchObject(confirmFirst);
    await own.call.staff.confirmWithPassword({ password });
    await own.call.staffAccounts.invite(invite());
    expect(await open()).toBeUndefined();
  });

  it('is confirmed with a passkey of the same account, once', async () => {
    const device = makeAuthenticator();
    await addTo(own, device);
    const other = await staffSession(
      await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
      deps,
    );
    const stranger = makeAuthenticator();
    await addTo(other, stranger);
    await age(31);
    const { passkey } = await own.call.staff.confirmation();
    const challenge = passkey?.challenge ?? '';
    const confirm = (answer: unknown) =>
      refusal(own.call.staff.confirmWithPasskey({ answer: JSON.stringify(answer) }));
    expect(await confirm(stranger.answer({ challenge, origin }))).toMatchObject(notRecognized);
    expect(await confirm(device.answer({ challenge: await ask(), origin }))).toMatchObject(notRecognized);
    const { passkey: again } = await own.call.staff.confirmation();
    const answer = device.answer({ challenge: again?.challenge ?? '', origin });
    expect(await confirm(answer)).toBeUndefined();
    await own.call.staffAccounts.invite(invite());
    expect(await confirm(answer)).toMatchObject(notRecognized);
  });

  it('is not confirmed with the password alone by an account that has a passkey', async () => {
    const device = makeAuthenticator();
    await addTo(own, device);
    await age(31);
    const { confirmWithPassword, beginTwoStep, changePassword, confirmation } = own.call.staff;
    expect(await confirmation()).toMatchObject({ password: false, code: false });
    const next = 'nine lantern kettle orchard';
    for (const call of [
      () => confirmWithPassword({ password }),
      () => beginTwoStep({ password }),
      () => changePassword({ password, next }),
    ])
      expect(await refusal(call())).toMatchObject(confirmFirst);
    const who = visitor(deps);
    await who.call.staff.signInWithEmail({ email, password });
    expect(await refusal(who.call.staffAccounts.invite(invite()))).toMatchObject(confirmFirst);
    expect(await refusal(addTo(who, makeAuthenticator()))).toMatchObject(confirmFirst);
    const { passkey } = await who.call.staff.confirmation();
    const answer = device.answer({ challenge: passkey?.challenge ?? '', origin });
    await who.call.staff.confirmWithPasskey({ answer: JSON.stringify(answer) });
    await addTo(who, makeAuthenticator());
    await who.call.staff.changePassword({ password, next });
  });

  it('counts for the session that confirmed, and for no other', async () => {
    const second = await staffSession(id, deps);
    await age(31);
    await own.call.staff.confirmWithPassword({ password });
    expect(await refusal(second.call.staffAccounts.invite(invite()))).toMatchObject(confirmFirst);
  });

  it('takes five wrong passwords in 15 minutes', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      await refusal(own.call.staff.confirmWithPassword({ password: 'wrong' }));
    expect(await refusal(own.call.staff.confirmWithPassword({ password }))).toMatchObject({
      code: 'too-many',
    });
  });
});
