import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  clientCollections,
  codes,
  pass,
  refusal,
  register,
  registration,
  signedIn,
  signIn,
  ssnOf,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';

const { ssn, date_of_birth } = registration;
const reason = 'Called from the number in the contract of Jo Canary';
const newPin = { pin: '9046', confirm_pin: '9046' };
const wrong = {
  code: 'bad-input',
  title: 'Your PIN was not changed',
  message: expect.stringContaining(
    'A code works once: from an email for 30 minutes, and from our office for 24 hours.',
  ),
  fields: {},
};

let deps: Deps;
let staff: Visitor;
let id: string;
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
  id = String((await clients().findOne())?._id);
});
afterAll(() => deps.close());

const clients = () => deps.portal.collection('clients');
const issue = async () => (await staff.call.clients.issuePinCode({ id, reason })).code;

async function setPin(answers: Record<string, unknown>, who = visitor(deps)): Promise<void> {
  const { token } = await who.call.clients.open({ form: 'client-login-reset' });
  await who.call.clients.setPin({ answers: { ssn, date_of_birth, ...newPin, ...answers }, token });
}

describe('issuing a PIN code', () => {
  it('is refused to visitors and clients, without a reason, and for nobody’s id', async () => {
    for (const who of [visitor(deps), await signedIn(deps)])
      expect((await refusal(who.call.clients.issuePinCode({ id, reason })))?.code).toBe('signed-out');
    expect((await refusal(staff.call.clients.issuePinCode({ id, reason: ' ' })))?.code).toBe('bad-input');
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await refusal(staff.call.clients.issuePinCode({ id: nobody, reason })))?.code).toBe('not-found');
    expect((await clients().findOne())?.pin_code).toBeNull();
  });

  it('shows eight letters and digits once, and stores them nowhere', async () => {
    await emptyAuditLog(deps);
    const { code, expiresAt } = await staff.call.clients.issuePinCode({ id, reason });
    expect(code).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
    expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000);
    const detail = await staff.call.clients.detail({ id });
    expect(detail.changes).toMatchObject([{ change: 'code-issued', reason }]);
    const audit = await deps.audit.entries.find().toArray();
    expect(audit[0]).toMatchObject({ action: 'clients.issuePinCode', subject: id });
    const stored = JSON.stringify([audit, detail, await clients().findOne()]);
    for (const text of [code, code.replace('-', '')]) expect(stored).not.toContain(text);
  });
});

describe('a new PIN with a code', () => {
  it('is refused without a token of the form', async () => {
    const answers = { ssn, date_of_birth, ...newPin, code: await issue() };
    const who = visitor(deps);
    expect((await refusal(who.call.clients.setPin({ answers, token: 'x' })))?.code).toBe('bad-input');
    const { token } = await who.call.clients.open({ form: 'client-login' });
    expect((await refusal(who.call.clients.setPin({ answers, token })))?.code).toBe('forbidden');
  });

  it('is refused when it breaks a rule of PINs, and the code stays good', async () => {
    const code = await issue();
    for (const [pin, field] of [
      ['1968', 'PIN cannot be your birth year.'],
      ['7391', 'PIN cannot be the last 4 digits of your SSN.'],
      ['1234', 'PIN cannot be consecutive numbers.'],
      ['2222', 'PIN cannot be four repeating numbers.'],
    ])
      expect((await refusal(setPin({ code, pin, confirm_pin: pin })))?.fields).toMatchObject({ pin: field });
    await setPin({ code });
  });

  it('is refused in the same words for a wrong code, an unknown number, another date of birth, a used and an expired code', async () => {
    const used = await issue();
    await setPin({ code: used });
    const expired = await issue();
    await clients().updateOne({}, { $set: { 'pin_code.expires_at': new Date(Date.now() - 1) } });
    expect(await refusal(setPin({ code: expired }))).toEqual(wrong);
    expect(await refusal(setPin({ code: used }))).toEqual(wrong);
    const replaced = await issue();
    const code = await issue();
    for (const answers of [
      { code: replaced },
      { code: 'CCCC-CCCC' },
      { code, ssn: ssnOf(400) },
      { code, date_of_birth: '1968-04-28' },
    ]) {
      await pass(120_000, deps);
      expect(await refusal(setPin(answers))).toEqual(wrong);
    }
    await setPin({ code });
  });

  it('costs the same queries and writes for a wrong code, an unknown number and another date of birth', async () => {
    const about = /^(clients|client_\w+|email_addresses|outbox|limits)$/;
    const code = await issue();
    const work = async (answers: Record<string, unknown>) => {
      const who = visitor(deps);
      const { token } = await who.call.clients.open({ form: 'client-login-reset' });
      const { answer, operations } = await profile(deps.portal, about, () =>
        refusal(
          who.call.clients.setPin({ answers: { ssn, date_of_birth, ...newPin, code, ...answers }, token }),
        ),
      );
      expect(answer).toEqual(wrong);
      return operations.map(({ op, ns }) => `${op} ${ns}`).sort();
    };
    const wrongCode = await work({ code: 'CCCC-CCCC' });
    expect(wrongCode).toContainEqual(expect.stringMatching(/^update .*clients$/));
    expect(await work({ ssn: ssnOf(400) })).toEqual(wrongCode);
    expect(await work({ date_of_birth: '1968-04-28' })).toEqual(wrongCode);
  });

  it('is refused to another account’s code', async () => {
    await register(visitor(deps), { ssn: ssnOf(1) });
    expect(await refusal(setPin({ code: await issue(), ssn: ssnOf(1) }))).toEqual(wrong);
  });

  it('is not set while that cannot be put on record, and the code stays good', async () => {
    const code = await issue();
    const who = visitor(deps);
    const full = { ...deps.audit, record: () => Promise.reject(new Error('the disk is full')) };
    Object.assign(who.context, { deps: { ...deps, audit: full } });
    await expect(setPin({ code }, who)).rejects.toThrow();
    await signIn(visitor(deps));
    await setPin({ code });
  });

  it('replaces the old PIN, ends all sessions, and is in the audit log as the client’s act', async () => {
    const owner = await signedIn(deps);
    await setPin({ code: (await issue()).toLowerCase().replace('-', ' ') });
    expect((await refusal(owner.call.clients.me()))?.code).toBe('signed-out');
    expect((await refusal(signIn(visitor(deps))))?.code).toBe('bad-input');
    await signIn(visitor(deps), { pin: newPin.pin });
    const entry = await deps.audit.entries.findOne({ action: 'clients.setPin' }, { sort: { _id: -1 } });
    expect(entry).toMatchObject({ actor: `client:${id}`, subject: id });
  });

  it('ends also a login with the old PIN that was being checked meanwhile, and its browser stays unknown', async () => {
    const code = await issue();
    const create = async (userId: string) => {
      await setPin({ code });
      return deps.clientSessions.create(userId);
    };
    const who = visitor({ ...deps, clientSessions: { ...deps.clientSessions, create } });
    expect((await refusal(signIn(who)))?.code).toBe('bad-input');
    for (const name of ['client_sessions', 'client_devices'])
      expect(await deps.portal.collection(name).countDocuments()).toBe(0);
  });

  it('makes the browsers of whoever knew the old PIN unknown', async () => {
    const stranger = await signedIn(deps);
    await setPin({ code: await issue() });
    expect(await deps.portal.collection('client_devices').countDocuments()).toBe(0);
    await codes(Array.from({ length: 12 }, () => signIn(visitor(deps), { pin: '1357' })));
    expect((await refusal(signIn(stranger, { pin: '1357' })))?.title).toBe('One more question');
  });

  it('is set by one of five requests with one code at the same time', async () => {
    const code = await issue();
    const calls = Array.from({ length: 5 }, () => setPin({ code }));
    expect(await codes(calls)).toEqual({ done: 1, 'bad-input': 4 });
  });

  it('counts wrong codes as wrong PINs: after 3 from one network it waits, and a new code starts anew', async () => {
    const stranger = visitor(deps);
    for (let times = 0; times < 3; times += 1)
      expect((await refusal(setPin({ code: 'CCCC-CCCC' }, stranger)))?.code).toBe('bad-input');
    expect(await refusal(setPin({ code: 'CCCC-CCCC' }, stranger))).toMatchObject({
      code: 'too-many',
      title: 'Your PIN was not changed',
    });
    expect((await refusal(signIn(stranger)))?.code).toBe('too-many');
    await setPin({ code: await issue() }, stranger);
  });

  it('can be guessed no more often than 10 times with the right date of birth from everywhere', async () => {
    await issue();
    const calls = Array.from({ length: 40 }, () => setPin({ code: 'CCCC-CCCC' }));
    expect(await codes(calls)).toEqual({ 'bad-input': 20, 'too-many': 20 });
  });
});
