import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Email } from '#api/platform/email/enqueue.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { prove } from '#api/testing/prove.ts';
import {
  clientCollections,
  codes,
  refusal,
  register,
  registration,
  signedIn,
  signIn,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { signContract } from '../../../tests/setup/submissions.ts';

const { ssn, date_of_birth } = registration;
const address = 'canary@example.org';
const reason = 'Called from the number in the contract of Jo Canary';
const newPin = { pin: '9046', confirm_pin: '9046' };

let deps: Deps;
let owner: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'email_addresses', 'outbox', 'events');
  await register(visitor(deps));
  owner = await signedIn(deps);
  id = String((await clients().findOne())?._id);
});
afterAll(() => deps.close());

const clients = () => deps.portal.collection('clients');
const outbox = () => deps.portal.collection('outbox');

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);

/** Adds an email address of the owner, verified long enough ago unless the test says otherwise. */
async function addEmail(email = address, verifiedAt: Date | null = hoursAgo(73)): Promise<string> {
  const answers = { email };
  const added = await owner.call.profile.add({ kind: 'email-address', key: randomUUID(), answers });
  if (verifiedAt)
    await deps.portal
      .collection('email_addresses')
      .updateOne({ client_id: id, verified_at: { $exists: false } }, { $set: { verified_at: verifiedAt } });
  return added.id;
}

/** Asks for a code as somebody with a new browser. */
async function ask(answers: Record<string, unknown> = {}, who = visitor(deps)): Promise<unknown> {
  const { token } = await who.call.clients.open({ form: 'client-pin-code' });
  return who.call.clients.emailPinCode({ answers: { ssn, date_of_birth, ...answers }, token });
}

async function setPin(answers: Record<string, unknown>, who = visitor(deps)): Promise<void> {
  const { token } = await who.call.clients.open({ form: 'client-login-reset' });
  await who.call.clients.setPin({ answers: { ssn, date_of_birth, ...newPin, ...answers }, token });
}

/** @returns the emails of a kind that wait to be sent, oldest first. */
async function emails(kind: string): Promise<Email[]> {
  const rows = await outbox().find({ kind, state: 'queued' }).sort({ _id: 1 }).toArray();
  return Promise.all(
    rows.map(async ({ _id, letter }) =>
      JSON.parse(outboxCollection.decrypt(await deps.keys.of(_id), _id, 'letter', letter)),
    ),
  );
}

async function newestCode(): Promise<string> {
  const text = (await emails('pin-code')).at(-1)?.text ?? '';
  return /The code is (\S+)/.exec(text)?.[1] ?? '';
}

/** Who gets no code, and what leads to that. */
const withoutCode: [string, Record<string, unknown>, () => Promise<unknown>][] = [
  ['an unknown number', { ssn: ssnOf(400) }, addEmail],
  ['another date of birth', { date_of_birth: '1968-04-28' }, addEmail],
  ['an account without an email address', {}, async () => {}],
  ['an account whose address is not verified', {}, () => addEmail(address, null)],
  [
    'an account whose address was verified less than 72 hours ago',
    {},
    () => addEmail(address, hoursAgo(71.9)),
  ],
  [
    'an account whose verified address is not the primary one',
    {},
    async () => {
      await addEmail(address, null);
      const other = await owner.call.profile.add({
        kind: 'email-address',
        key: randomUUID(),
        answers: { email: 'other@example.org' },
      });
      await deps.portal
        .collection('email_addresses')
        .updateOne({ is_primary: false }, { $set: { verified_at: hoursAgo(73) } });
      return other;
    },
  ],
  [
    'an account whose address was deleted',
    {},
    async () => {
      const added = await addEmail();
      await owner.call.profile.remove({ kind: 'email-address', id: added, revision: 1 });
    },
  ],
];

describe('asking for a code by email', () => {
  it('is refused without a token of the form, and with a sentence for each field that is wrong', async () => {
    const who = visitor(deps);
    const answers = { ssn, date_of_birth };
    expect((await refusal(who.call.clients.emailPinCode({ answers, token: 'x' })))?.code).toBe('bad-input');
    const { token } = await who.call.clients.open({ form: 'client-login' });
    expect((await refusal(who.call.clients.emailPinCode({ answers, token })))?.code).toBe('forbidden');
    expect(await refusal(ask({ ssn: '000123456', date_of_birth: '' }))).toMatchObject({
      code: 'bad-input',
      title: 'Missing Information',
      fields: { date_of_birth: 'Enter your date of birth' },
    });
    expect(await outbox().countDocuments()).toBe(0);
  });

  it.each(withoutCode)('sends nothing for %s, and says the same', async (_who, answers, prepare) => {
    await prepare();
    await empty(deps, 'outbox');
    expect(await ask(answers)).toEqual({});
    expect(await emails('pin-code')).toEqual([]);
    expect(await outbox().find({ kind: 'pin-code' }).toArray()).toMatchObject([{ state: 'withheld' }]);
    expect((await clients().findOne())?.emailed_pin_code ?? null).toBeNull();
  });

  it('sends a code to the verified primary address, without a name or a number, and keeps only its hash', async () => {
    await addEmail();
    await deps.portal.collection('outbox').deleteMany({});
    expect(await ask()).toEqual({});
    const [email, ...others] = await emails('pin-code');
    expect(others).toEqual([]);
    expect(email?.to).toBe(address);
    expect(email?.text).toMatch(/The code is [34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}/);
    expect(email?.text).toContain('/client-login/new-pin');
    for (const text of [ssn, ssn.slice(-4), date_of_birth, '1968'])
      expect(JSON.stringify(email)).not.toContain(text);
    const code = await newestCode();
    const row = await clients().findOne();
    expect(row?.emailed_pin_code.expires_at.getTime() - Date.now()).toBeGreaterThan(29.9 * 60_000);
    expect(row?.emailed_pin_code.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    for (const text of [code, code.replace('-', '')])
      expect(JSON.stringify([row, await outbox().find().toArray()])).not.toContain(text);
  });

  it('costs the same queries and writes, whoever it is for', { tags: 'thorough' }, async () => {
    const about = /^(clients|client_devices|email_addresses|outbox|limits|form_definitions)$/;
    const work = async (answers: Record<string, unknown>) => {
      const who = visitor(deps);
      const { token } = await who.call.clients.open({ form: 'client-pin-code' });
      const { operations } = await profile(deps.portal, about, () =>
        who.call.clients.emailPinCode({ answers: { ssn, date_of_birth, ...answers }, token }),
      );
      return operations.map(({ op, ns }) => `${op} ${ns}`).sort();
    };
    const found: string[][] = [];
    for (const [, answers, prepare] of withoutCode) {
      await empty(deps, 'email_addresses');
      await prepare();
      found.push(await work(answers));
    }
    await empty(deps, 'email_addresses', 'limits', 'outbox');
    await addEmail();
    found.push(await work({}));
    expect(await emails('pin-code')).toHaveLength(1);
    expect(found[0]).toContainEqual(expect.stringMatching(/^insert .*outbox$/));
    expect(found[0]).toContainEqual(expect.stringMatching(/^update .*clients$/));
    for (const each of found) expect(each).toEqual(found[0]);
  });

  it('sends three codes a day, and then says the same and sends nothing', async () => {
    await addEmail();
    for (let times = 0; times < 5; times += 1) expect(await ask()).toEqual({});
    expect(await emails('pin-code')).toHaveLength(3);
    await empty(deps, 'limits');
    await ask();
    expect(await emails('pin-code')).toHaveLength(4);
  });

  it('cannot be used up by strangers who do not know the date of birth, nor for a known browser', async () => {
    await addEmail();
    for (let day = 10; day < 20; day += 1) await ask({ date_of_birth: `1950-01-${day}` });
    for (let times = 0; times < 3; times += 1) await ask();
    expect(await emails('pin-code')).toHaveLength(3);
    for (let times = 0; times < 4; times += 1) await ask({}, owner);
    expect(await emails('pin-code')).toHaveLength(6);
  });

  it('is limited to 5 an hour from one network, and to 2 without a proof of work, for known and unknown numbers alike', {
    tags: 'thorough',
  }, async () => {
    for (const number of [ssn, ssnOf(400)]) {
      await empty(deps, 'limits');
      const stranger = visitor(deps);
      expect(await codes(Array.from({ length: 4 }, () => ask({ ssn: number }, stranger)))).toEqual({
        done: 2,
        'too-many': 2,
      });
      await empty(deps, 'limits');
      const asked = [];
      for (let times = 0; times < 6; times += 1) {
        const { token, challenge } = await stranger.call.clients.open({ form: 'client-pin-code' });
        const proof = challenge ? await prove(challenge) : '';
        const answers = { ssn: number, date_of_birth };
        asked.push(await refusal(stranger.call.clients.emailPinCode({ answers, token, proof })));
      }
      expect(asked.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => undefined));
      expect(asked[5]).toMatchObject({ code: 'too-many', title: 'We sent no code' });
    }
  });

  it('takes a proof for one number: another number from the same page needs another proof', async () => {
    const stranger = visitor(deps);
    const { token, challenge } = await stranger.call.clients.open({ form: 'client-pin-code' });
    const proof = challenge ? await prove(challenge) : '';
    const send = (answers: Record<string, unknown> = {}) =>
      refusal(
        stranger.call.clients.emailPinCode({ answers: { ssn, date_of_birth, ...answers }, token, proof }),
      );
    expect(await send()).toBeUndefined();
    // As many as may be sent without a proof.
    expect(await send({ ssn: ssnOf(400) })).toBeUndefined();
    expect(await send({ date_of_birth: '1968-04-28' })).toBeUndefined();
    expect(await send({ ssn: ssnOf(401) })).toMatchObject({ code: 'too-many' });
    expect(await send()).toBeUndefined();
    expect(JSON.stringify(await deps.portal.collection('spent_challenges').find().toArray())).not.toContain(
      ssn,
    );
  });
});

describe('a minute with an open session', () => {
  it('gives no code for a new PIN for three days, and the earlier address is told of the new one at once', async () => {
    await addEmail();
    await empty(deps, 'outbox');
    const thief = await addEmail('thief@example.org', hoursAgo(0));
    await owner.call.profile.makePrimary({ kind: 'email-address', id: thief });
    expect((await emails('contact-changed')).map(({ to }) => to)).toContain(address);
    await ask();
    expect(await emails('pin-code')).toEqual([]);
  });
});

describe('a new PIN of a client without a verified address', () => {
  const sign = (changed = {}) => signContract(deps, changed);
  const setWithCode = async () => {
    const staff = await staffMember(deps, 'reviewer');
    await setPin({ code: (await staff.call.clients.issuePinCode({ id, reason })).code });
  };
  beforeEach(() => empty(deps, 'signed_contracts', 'outbox'));

  it('is told at the address on the contract that agrees, in words that say nothing of the claim', async () => {
    await sign();
    await setWithCode();
    const notified = await emails('unverified-notice');
    expect(notified).toMatchObject([{ to: contractAnswers.email, subject: 'Your PIN was changed' }]);
    expect(notified[0]?.text).not.toMatch(/claim|contract|Canaria|7391/i);
  });

  const notified = async () => (await emails('unverified-notice')).map(({ to }) => to);

  it('is told at every address of a contract that agrees, so that nobody diverts it by signing another', async () => {
    await sign();
    for (let at = 0; at < 3; at += 1) await sign({ email: `stranger${at}@example.org` });
    await sign({ email: 'Stranger0+again@example.org' });
    await setWithCode();
    expect(await notified()).toEqual([
      contractAnswers.email,
      ...[0, 1, 2].map((at) => `stranger${at}@example.org`),
    ]);
  });

  it('is told at five addresses at most: of contracts that staff linked first, and of the oldest', {
    tags: 'thorough',
  }, async () => {
    const another = { first_name: 'Another', last_name: 'Name', signature_name: 'Another Name' };
    await sign();
    for (let at = 0; at < 52; at += 1) await sign({ email: `stranger${at}@example.org`, ...another });
    await setWithCode();
    expect((await notified())[0]).toBe(contractAnswers.email);
    await empty(deps, 'outbox');
    const newest = { email: 'linked@example.org' };
    await sign(newest);
    const [contract] = await deps.portal
      .collection('signed_contracts')
      .find()
      .sort({ signed_at: -1 })
      .toArray();
    const staff = await staffMember(deps, 'reviewer');
    await staff.call.clients.decideLink({
      id,
      kind: 'contract',
      record: String(contract?._id),
      state: 'linked',
      reason,
    });
    await setWithCode();
    expect(await notified()).toEqual([
      newest.email,
      contractAnswers.email,
      ...[0, 1, 2].map((at) => `stranger${at}@example.org`),
    ]);
  });

  it('is told to nobody where no contract agrees, and to no contract’s address once one is verified', async () => {
    await sign({ date_of_birth: '1970-01-01' });
    await setWithCode();
    await sign();
    owner = visitor(deps);
    await signIn(owner, { pin: newPin.pin });
    await addEmail();
    await empty(deps, 'outbox');
    await setWithCode();
    expect(await emails('unverified-notice')).toEqual([]);
    expect((await emails('pin-changed')).map(({ to }) => to)).toEqual([address]);
  });
});

describe('a code that was emailed', () => {
  beforeEach(async () => {
    await addEmail();
    await ask();
  });

  it('sets a new PIN once, ends all sessions, and tells the client by email and on Activity', async () => {
    const code = await newestCode();
    await setPin({ code });
    expect((await refusal(owner.call.clients.me()))?.code).toBe('signed-out');
    expect((await refusal(setPin({ code })))?.code).toBe('bad-input');
    expect((await refusal(signIn(visitor(deps))))?.code).toBe('bad-input');
    const again = visitor(deps);
    await signIn(again, { pin: newPin.pin });
    const [notified, ...others] = await emails('pin-changed');
    expect(others).toEqual([]);
    expect(notified).toMatchObject({ to: address, subject: 'Your PIN was changed' });
    for (const text of [ssn.slice(-4), newPin.pin, code])
      expect(JSON.stringify(notified)).not.toContain(text);
    const { events } = await again.call.clients.activity({});
    expect(events.map(({ what }) => what)).toContain('clients.setPin');
  });

  it('is refused after 30 minutes, and once a newer one was sent', async () => {
    const first = await newestCode();
    await ask();
    expect((await refusal(setPin({ code: first })))?.code).toBe('bad-input');
    const second = await newestCode();
    await clients().updateOne({}, { $set: { 'emailed_pin_code.expires_at': new Date(Date.now() - 1) } });
    expect((await refusal(setPin({ code: second })))?.code).toBe('bad-input');
    expect(await emails('pin-changed')).toEqual([]);
  });

  it('is of no use for another account, nor with another date of birth', async () => {
    const code = await newestCode();
    await register(visitor(deps), { ssn: ssnOf(1) });
    expect((await refusal(setPin({ code, ssn: ssnOf(1) })))?.code).toBe('bad-input');
    expect((await refusal(setPin({ code, date_of_birth: '1968-04-28' })))?.code).toBe('bad-input');
    await setPin({ code });
  });

  it('leaves a code of staff as it is, and neither is good once the other was used', async () => {
    await setSharedPassword('correct horse battery', deps);
    const staff = visitor(deps);
    await staff.call.staff.signInWithPassword({ password: 'correct horse battery' });
    const { code: issued } = await staff.call.clients.issuePinCode({ id, reason });
    await ask();
    const emailed = await newestCode();
    await setPin({ code: issued });
    expect((await refusal(setPin({ code: emailed })))?.code).toBe('bad-input');
  });

  it('lets the client in at once, however many PINs were tried before', async () => {
    const strangers = Array.from({ length: 10 }, () => signIn(visitor(deps), { pin: '1357' }));
    expect(await codes(strangers)).toEqual({ 'bad-input': 10 });
    await setPin({ code: await newestCode() });
    await signIn(visitor(deps), { pin: newPin.pin });
  });

  it('is set by one of five requests at the same time', async () => {
    const code = await newestCode();
    expect(await codes(Array.from({ length: 5 }, () => setPin({ code })))).toEqual({
      done: 1,
      'bad-input': 4,
    });
    expect(await emails('pin-changed')).toHaveLength(1);
  });
});
