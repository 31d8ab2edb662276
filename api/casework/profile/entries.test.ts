import { randomInt, randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { listClients } from '#api/casework/clients/list-clients.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Email } from '#api/platform/email/enqueue.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import {
  clientSession,
  codes,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { applyRetention } from '../../../tests/setup/retention.ts';
import { agencyNoticesCollection } from './agency-notice.model.ts';
import { browserOf, consentsCollection, hasConsent, listConsents } from './consents.ts';
import { changeEntry, restoreMinutes } from './entries.ts';
import { deletedDays, profileCollections } from './profile-entry.model.ts';
import { type ProfileKind, profileKindNames, profileKinds } from './profile-kinds.ts';

const address = { street_address: '7 Canary Court', zip_code: '07102', city: 'Newark', state: 'NJ' };
const facility = { ...address, facility_name: 'Canary Hospital' };
const treatment = { visit_date: '12/2025', reason: 'Back pain', doctor_name: 'Lee' };
const contact = { contact_name: 'Sam Canary', phone_number: '2015550171' };

let deps: Deps;
let client: Visitor;
let other: Visitor;
let id: string;
let otherId: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  [id, client] = await addClient(1);
  [otherId, other] = await addClient(2);
});
beforeEach(() =>
  empty(
    deps,
    'limits',
    'consents',
    'agency_notices',
    ...Object.values(profileKinds).map(({ collection }) => collection),
  ),
);
afterAll(() => deps.close());

async function addClient(index: number): Promise<[string, Visitor]> {
  const added = await createClient({ ssn: ssnOf(index), dateOfBirth: '1968-04-27', pin: '8052' }, deps);
  const who = await clientSession(added, deps);
  return [added, who];
}

interface Added {
  facility?: string;
  key?: string;
}

const add = (kind: ProfileKind, answers: Answers, who = client, more: Added = {}) =>
  who.call.profile.add({ kind, key: randomUUID(), answers, ...more });
const list = (kind: ProfileKind, who = client) => who.call.profile.list({ kind });
const phone = (number: number) => ({ phone_number: `201555${String(number).padStart(4, '0')}` });
const rows = (kind: ProfileKind) => profileCollections[kind].model(deps.portal).find().lean();
const ledger = () => consentsCollection.model(deps.portal).find().sort({ change: 1 }).lean();

/** Adds one entry of each kind. @returns their ids. */
async function addOfEach(who = client): Promise<Record<ProfileKind, string>> {
  const place = await add('medical-facility', facility, who);
  return {
    'mailing-address': (await add('mailing-address', address, who)).id,
    'phone-number': (await add('phone-number', phone(100), who)).id,
    'email-address': (await add('email-address', { email: 'canary@example.org' }, who)).id,
    'emergency-contact': (await add('emergency-contact', contact, who)).id,
    'medical-facility': place.id,
    'medical-treatment': (await add('medical-treatment', treatment, who, { facility: place.id })).id,
  };
}

type Call = (who: Visitor) => Promise<unknown>;

/** Every call about one client's entries. */
function callsAbout(entries: Record<ProfileKind, string>): Call[] {
  const deletable = profileKindNames.filter((kind) => kind !== 'mailing-address');
  return [
    ({ call }) =>
      call.profile.change({
        kind: 'mailing-address',
        id: entries['mailing-address'],
        revision: 1,
        answers: address,
      }),
    ({ call }) =>
      call.profile.change({
        kind: 'medical-treatment',
        id: entries['medical-treatment'],
        revision: 1,
        answers: treatment,
      }),
    ({ call }) =>
      call.profile.add({
        kind: 'medical-treatment',
        key: randomUUID(),
        answers: treatment,
        facility: entries['medical-facility'],
      }),
    ...deletable.flatMap((kind): Call[] => [
      ({ call }) => call.profile.remove({ kind, id: entries[kind], revision: 1 }),
      ({ call }) => call.profile.restore({ kind, id: entries[kind] }),
    ]),
    ...(['phone-number', 'email-address'] as const).map(
      (kind): Call =>
        ({ call }) =>
          call.profile.makePrimary({ kind, id: entries[kind] }),
    ),
    ...(['phone-number', 'emergency-contact'] as const).map(
      (kind): Call =>
        ({ call }) =>
          call.profile.setConsent({ kind, id: entries[kind], revision: 1, granted: true }),
    ),
    ({ call }) => call.profile.sendVerification({ id: entries['email-address'] }),
  ];
}

describe('what a client keeps here', () => {
  it('is read and changed by nobody who is not signed in as a client', async () => {
    const calls = callsAbout(await addOfEach());
    const staff = await staffMember(deps, 'admin');
    for (const who of [visitor(deps), staff]) {
      const refused = await codes([...calls.map((call) => call(who)), list('phone-number', who)]);
      expect(refused).toEqual({ 'signed-out': calls.length + 1 });
    }
  });

  it('is read and changed by no other client', async () => {
    const entries = await addOfEach();
    const calls = callsAbout(entries);
    expect(await codes(calls.map((call) => call(other)))).toEqual({ 'not-found': calls.length });
    for (const kind of profileKindNames) {
      expect(await list(kind, other)).toEqual([]);
      expect(await list(kind)).toMatchObject([{ id: entries[kind], revision: 1 }]);
    }
  });

  it('is stored encrypted, bound to its entry', async () => {
    await addOfEach();
    for (const kind of profileKindNames) {
      const text = JSON.stringify(await rows(kind));
      expect(text).not.toMatch(/canary|newark|back pain|2015550/i);
      expect(text).toContain('v2.');
    }
    const [first] = await rows('phone-number');
    await add('phone-number', phone(101));
    await profileCollections['phone-number']
      .model(deps.portal)
      .updateMany({}, { $set: { answers: first?.answers } });
    expect((await list('phone-number')).map(({ answers }) => answers.phone_number)).toEqual([
      '2015550100',
      'unreadable',
    ]);
  });

  it('is refused when it is not what the form asks for, with a sentence for each field', async () => {
    expect(await refusal(add('phone-number', { phone_number: '201555' }))).toMatchObject({
      code: 'bad-input',
      title: 'Invalid Phone Number',
      message: 'Please enter a valid 10-digit phone number.',
      fields: {
        phone_number: 'Please enter a valid 10-digit phone number. You typed 6 digits, which is too few',
      },
    });
    expect(await refusal(add('email-address', { email: 'canary@example' }))).toMatchObject({
      title: 'Invalid Email',
      message: 'Please enter a valid email address.',
    });
    expect(await refusal(add('emergency-contact', {}))).toMatchObject({
      title: 'Missing Information',
      message: 'Please fill in all required fields.',
    });
    const place = (await add('medical-facility', facility)).id;
    expect(await refusal(add('medical-treatment', {}, client, { facility: place }))).toMatchObject({
      title: 'Missing Information',
      message: 'Please fill in visit date and reason.',
    });
    const more = { ...phone(1), is_primary: true, client_id: otherId };
    expect((await refusal(add('phone-number', more)))?.code).toBe('bad-input');
  });

  it('is stored as digits and in lower case', async () => {
    await add('emergency-contact', { ...contact, phone_number: '201-555-0171 ext. 89' });
    const [shelter] = await list('emergency-contact');
    expect(shelter?.answers).toMatchObject({ phone_number: '2015550171x89' });
    await add('phone-number', { phone_number: '(201) 555-0100' });
    await add('email-address', { email: 'Canary@Example.ORG' });
    expect((await list('phone-number'))[0]?.answers).toMatchObject({ phone_number: '2015550100' });
    expect((await list('email-address'))[0]?.answers).toEqual({ email: 'canary@example.org' });
  });

  it('is added once by the same form, and the same number only once', async () => {
    const key = randomUUID();
    const added = await Promise.all(
      Array.from({ length: 8 }, () => add('phone-number', phone(1), client, { key })),
    );
    expect(new Set(added.map((each) => each.id)).size).toBe(1);
    expect(await refusal(add('phone-number', phone(1)))).toMatchObject({
      code: 'conflict',
      fields: { phone_number: 'You have this phone number on your list already.' },
    });
    expect(await rows('phone-number')).toHaveLength(1);
  });

  it('has at most 20 phone numbers, also when 30 are sent at once', { tags: 'thorough' }, async () => {
    const all = Array.from({ length: 30 }, (_, index) => add('phone-number', phone(index)));
    expect(await codes(all)).toEqual({ done: 20, conflict: 10 });
    expect(await refusal(add('phone-number', phone(99)))).toMatchObject({
      message:
        'You can keep 20 phone numbers here, and you have that many. Delete one that you no longer need, or call us.',
    });
  });

  it('is limited to 200 changes an hour', async () => {
    const entry = await add('phone-number', phone(1));
    for (let made = 1; made < 200; made += 1) await deps.limits.reserve(caseworkLimits.profileChange, id);
    const again = client.call.profile.makePrimary({ kind: 'phone-number', id: entry.id });
    expect((await refusal(again))?.code).toBe('too-many');
    expect(await list('phone-number', other)).toEqual([]);
    await add('phone-number', phone(1), other);
  });
});

describe('the primary entry', () => {
  it('is the first that was added, and another one after Make Primary', async () => {
    await add('phone-number', phone(1));
    const second = await add('phone-number', phone(2));
    expect((await list('phone-number')).map(({ isPrimary }) => isPrimary)).toEqual([true, false]);
    await client.call.profile.makePrimary({ kind: 'phone-number', id: second.id });
    expect(await list('phone-number')).toMatchObject([
      { id: second.id, isPrimary: true, revision: 1 },
      { isPrimary: false },
    ]);
  });

  it('is exactly one at all times, whatever 50 clicks at once do', { tags: 'thorough' }, async () => {
    const numbers = await Promise.all([1, 2, 3, 4, 5].map((each) => add('phone-number', phone(each))));
    const clicks = Array.from({ length: 50 }, () => {
      const chosen = numbers[randomInt(numbers.length)]?.id ?? '';
      return client.call.profile.makePrimary({ kind: 'phone-number', id: chosen });
    });
    let running = true;
    const counts = new Set<number>();
    const watching = (async () => {
      while (running)
        counts.add(
          await profileCollections['phone-number']
            .model(deps.portal)
            .countDocuments({ client_id: id, is_primary: true }),
        );
    })();
    expect(await codes(clicks)).toEqual({ done: 50 });
    running = false;
    await watching;
    expect([...counts]).toEqual([1]);
  });

  it('cannot be two, even where the code forgets to clear the first', async () => {
    await add('phone-number', phone(1));
    await add('phone-number', phone(2));
    await expect(
      profileCollections['phone-number'].model(deps.portal).updateMany({}, { $set: { is_primary: true } }),
    ).rejects.toThrow(/duplicate key/);
  });

  it('is passed on when it is deleted, and taken back when that is undone', async () => {
    const first = await add('email-address', { email: 'one@example.org' });
    const second = await add('email-address', { email: 'two@example.org' });
    await client.call.profile.remove({ kind: 'email-address', id: first.id, revision: 1 });
    expect(await list('email-address')).toMatchObject([{ id: second.id, isPrimary: true }]);
    await client.call.profile.restore({ kind: 'email-address', id: first.id });
    expect(await list('email-address')).toMatchObject([
      { id: first.id, isPrimary: true },
      { id: second.id, isPrimary: false },
    ]);
  });
});

describe('staff', () => {
  it('read what the client entered, in words, beside what the contracts say', async () => {
    await addOfEach();
    await add('phone-number', { ...phone(200), text_consent: true });
    const reader = await staffMember(deps, 'read_only');
    const { entered, mailingAddresses, lettersTo } = await reader.call.clients.detail({ id });
    const words = (kind: ProfileKind) => entered[kind].map(({ value, notes }) => [value, ...notes]);
    expect(words('mailing-address')).toEqual([['7 Canary Court\nNewark, NJ 07102']]);
    expect(words('phone-number')).toEqual([
      ['(201) 555-0100', 'Primary', 'No texts'],
      ['(201) 555-0200', 'Texts allowed'],
    ]);
    expect(words('email-address')).toEqual([['canary@example.org', 'Primary', 'Unverified']]);
    expect(words('emergency-contact')).toEqual([['Sam Canary\n(201) 555-0171', 'May not discuss claim']]);
    expect(words('medical-facility')).toEqual([['Canary Hospital\n7 Canary Court\nNewark, NJ 07102']]);
    expect(words('medical-treatment')).toEqual([['12/2025\nBack pain\nCanary Hospital\nDr. Lee']]);
    // Letters wait until the account is confirmed.
    expect([mailingAddresses, lettersTo]).toEqual([[], null]);
    const printed = await reader.call.clients.printRecord({ id });
    expect(printed.client.entered).toEqual(entered);
  });
});

describe('a search of staff', () => {
  it('finds the client by a phone number and an email address of theirs, until it is deleted', async () => {
    await add('phone-number', phone(142));
    const { id: mail } = await add('email-address', { email: 'own.canary@example.org' });
    await add('emergency-contact', { ...contact, phone_number: '2015550177' });
    const found = async (query: string) => (await listClients({ query }, { deps })).rows.map((row) => row.id);
    for (const query of ['(201) 555-0142', '555-0142', '0142', 'own.canary@example.org', 'OWN.canary'])
      expect([query, await found(query)]).toEqual([query, [id]]);
    expect(await found('2015550177')).toEqual([]);
    await client.call.profile.remove({ kind: 'email-address', id: mail, revision: 1 });
    expect(await found('own.canary@example.org')).toEqual([]);
    const stored = JSON.stringify([await rows('phone-number'), await rows('email-address')]);
    expect(stored).not.toMatch(/5550142|canary/i);
  });
});

describe('the activity of a client and the timeline of staff', () => {
  beforeEach(() => empty(deps, 'events'));
  const done = async () => {
    const { events } = await client.call.clients.activity({});
    return events.filter(({ subject }) => subject !== null).map(({ what, subject }) => [what, subject]);
  };

  it('say what was changed, once, and nothing of what was refused', async () => {
    const { id: first } = await add('phone-number', phone(1));
    const { id: second } = await add('phone-number', phone(2));
    await refusal(add('phone-number', { phone_number: '201555' }));
    await refusal(add('phone-number', phone(1)));
    await client.call.profile.makePrimary({ kind: 'phone-number', id: second });
    await client.call.profile.makePrimary({ kind: 'phone-number', id: second });
    const consent = { kind: 'phone-number', id: first, granted: true } as const;
    await refusal(client.call.profile.setConsent({ ...consent, revision: 7 }));
    await client.call.profile.setConsent({ ...consent, revision: 1 });
    await client.call.profile.remove({ kind: 'phone-number', id: first, revision: 2 });
    expect(await done()).toEqual(
      ['deleted', 'allowed', 'made-primary', 'added', 'added'].map((action) => [
        `entry-${action}`,
        'phone-number',
      ]),
    );
    const reader = await staffMember(deps, 'read_only');
    const { events } = await reader.call.clients.timeline({ id, kind: 'entry' });
    expect(events.map(({ name, who, text }) => [name, who, text])).toEqual(
      ['deleted', 'allowed', 'made-primary', 'added', 'added'].map((action) => [
        `entry-${action}`,
        'client',
        'Phone Number',
      ]),
    );
    expect(
      JSON.stringify([events, await deps.portal.collection('events').find({ kind: 'entry' }).toArray()]),
    ).not.toMatch(/201555\d{4}/);
  });

  it('are nothing of another client, and end with the account', async () => {
    await add('phone-number', phone(1), other);
    expect(await done()).toEqual([]);
    await deps.portal.collection('events').updateMany({}, { $set: { client_id: randomUUID() } });
    await add('phone-number', phone(1));
    expect(await applyRetention('events', deps)).toBe(1);
    expect(await done()).toHaveLength(1);
  });

  it('list each change once over their pages', async () => {
    for (let at = 0; at < 15; at += 1) {
      const { id: entry } = await add('phone-number', phone(at));
      await client.call.profile.remove({ kind: 'phone-number', id: entry, revision: 1 });
    }
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.call.clients.activity({ cursor });
      seen.push(...page.events.filter(({ subject }) => subject !== null).map((event) => event.id));
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
  });
});

describe('deleting', () => {
  it('can be undone for ten minutes, and repeating either changes nothing', async () => {
    const { id: entry } = await add('emergency-contact', { ...contact, relationship: 'sister' });
    const which = { kind: 'emergency-contact', id: entry } as const;
    for (const _ of [1, 2]) await client.call.profile.remove({ ...which, revision: 1 });
    expect(await list('emergency-contact')).toEqual([]);
    for (const _ of [1, 2]) await client.call.profile.restore(which);
    expect(await list('emergency-contact')).toMatchObject([{ answers: { relationship: 'sister' } }]);
    await client.call.profile.remove({ ...which, revision: 1 });
    await profileCollections['emergency-contact']
      .model(deps.portal)
      .updateMany({}, { $set: { deleted_at: new Date(Date.now() - restoreMinutes * 60_000 - 1) } });
    expect((await refusal(client.call.profile.restore(which)))?.code).toBe('not-found');
  });

  it('purges the entry after a day, and everything of an account that has ended', async () => {
    const { id: entry } = await add('phone-number', phone(1));
    await add('phone-number', phone(2));
    await add('phone-number', phone(3), other);
    await client.call.profile.remove({ kind: 'phone-number', id: entry, revision: 1 });
    expect(await applyRetention('phone_numbers', deps)).toBe(0);
    const longAgo = new Date(Date.now() - deletedDays * 24 * 60 * 60 * 1000 - 1);
    await profileCollections['phone-number']
      .model(deps.portal)
      .updateOne({ _id: entry }, { deleted_at: longAgo });
    await profileCollections['phone-number']
      .model(deps.portal)
      .updateOne({ client_id: otherId }, { client_id: randomUUID() });
    expect(await applyRetention('phone_numbers', deps)).toBe(2);
    expect(await rows('phone-number')).toHaveLength(1);
  });

  it('is refused for a facility with treatments', async () => {
    const { 'medical-facility': place, 'medical-treatment': visit } = await addOfEach();
    const removeFacility = () =>
      client.call.profile.remove({ kind: 'medical-facility', id: place, revision: 1 });
    expect(await refusal(removeFacility())).toMatchObject({
      code: 'conflict',
      message: 'Delete the treatments at this facility first.',
    });
    await client.call.profile.remove({ kind: 'medical-treatment', id: visit, revision: 1 });
    await removeFacility();
    // A treatment does not come back to a facility that is gone.
    const back = client.call.profile.restore({ kind: 'medical-treatment', id: visit });
    expect((await refusal(back))?.code).toBe('not-found');
  });
});

describe('a change of the address', () => {
  const change = (entry: string, revision: number, city: string) =>
    client.call.profile.change({
      kind: 'mailing-address',
      id: entry,
      revision,
      answers: { ...address, city },
    });

  it('never overwrites a newer one, and says so', async () => {
    const { id: entry } = await add('mailing-address', address);
    await change(entry, 1, 'Trenton');
    expect(await refusal(change(entry, 1, 'Camden'))).toMatchObject({ code: 'conflict' });
    expect(await list('mailing-address')).toMatchObject([{ revision: 2, answers: { city: 'Trenton' } }]);
    // The same form, posted twice.
    await change(entry, 1, 'Trenton');
  });

  it('is not made by another window that adds the first one too: of two at once the second is told', async () => {
    const both = ['Trenton', 'Camden'].map((city) => add('mailing-address', { ...address, city }));
    const [stored] = (await Promise.allSettled(both)).flatMap((each, at) =>
      each.status === 'fulfilled' ? [['Trenton', 'Camden'][at]] : [],
    );
    expect(await codes(both)).toEqual({ done: 1, conflict: 1 });
    expect(await list('mailing-address')).toMatchObject([{ revision: 1, answers: { city: stored } }]);
    expect((await refusal(add('mailing-address', address)))?.message).toMatch(
      /already, maybe from another window\. Nothing was changed now/,
    );
    expect(await rows('mailing-address')).toHaveLength(1);
  });

  it('makes a task for staff in the same transaction, one for all changes until it is sent, early only by who knows it to be the client’s', async () => {
    const { id: entry } = await add('mailing-address', address);
    await change(entry, 1, 'Trenton');
    expect(await agencyNoticesCollection.model(deps.portal).find().lean()).toMatchObject([
      { client_id: id, revision: 2, sent_at: null },
    ]);
    expect(await client.call.profile.notice()).toMatchObject({ state: 'waiting', sentAt: null });
    const robin = await staffMember(deps, 'reviewer');
    expect(await robin.call.profile.openNotices()).toEqual({ count: 1, more: false });
    const [notice] = await robin.call.profile.notices({ id });
    await change(entry, 2, 'Camden');
    const sent = { id, notice: notice?.id ?? '', madeAt: notice?.madeAt ?? '', how: 'letter' } as const;
    expect((await refusal(robin.call.profile.markNoticeSent(sent)))?.code).toBe('conflict');
    const reader = await staffMember(deps, 'read_only');
    expect((await refusal(reader.call.profile.markNoticeSent(sent)))?.code).toBe('forbidden');
    const [newer] = await robin.call.profile.notices({ id });
    const wrong = { ...sent, id: otherId, madeAt: newer?.madeAt ?? '' };
    expect((await refusal(robin.call.profile.markNoticeSent(wrong)))?.code).toBe('not-found');
    expect(newer?.held).toEqual({ why: 'unverified' });
    expect((await refusal(robin.call.profile.markNoticeSent({ ...wrong, id })))?.fields).toEqual({
      early: 'Say how you know that the change is the client’s',
    });
    expect(await client.call.profile.notice()).toMatchObject({ state: 'waiting' });
    await robin.call.profile.markNoticeSent({ ...wrong, id, early: 'call' });
    expect(await robin.call.profile.notices({ id })).toMatchObject([{ early: 'call', held: null }]);
    expect(await client.call.profile.notice()).toMatchObject({ state: 'sent', how: 'letter' });
    expect(await robin.call.profile.openNotices()).toEqual({ count: 0, more: false });
    await change(entry, 3, 'Newark');
    expect(await client.call.profile.notice()).toMatchObject({ state: 'waiting' });
  });

  it('that was marked as sent by mistake is taken back with a reason, for the newest notice alone, and is a task again', async () => {
    await empty(deps, eventsCollection.name);
    const { id: entry } = await add('mailing-address', address);
    const robin = await staffMember(deps, 'reviewer');
    const reader = await staffMember(deps, 'read_only');
    const mark = async () => {
      const [open] = await robin.call.profile.notices({ id });
      const { id: notice = '', madeAt = '' } = open ?? {};
      await robin.call.profile.markNoticeSent({ id, notice, madeAt, how: 'letter', early: 'call' });
      const [sent] = await robin.call.profile.notices({ id });
      return { id, notice, sentAt: sent?.sentAt ?? '', reason: 'Marked for the wrong client' };
    };
    const first = await mark();
    const unmark = (input: typeof first, who = robin) => refusal(who.call.profile.unmarkNoticeSent(input));
    expect((await unmark(first, reader))?.code).toBe('forbidden');
    expect((await unmark({ ...first, reason: ' no ' }))?.code).toBe('bad-input');
    expect((await unmark({ ...first, id: otherId }))?.code).toBe('conflict');
    expect((await unmark({ ...first, sentAt: new Date(0).toISOString() }))?.code).toBe('conflict');
    expect(await client.call.profile.notice()).toMatchObject({ state: 'sent' });

    expect(await unmark(first)).toBeUndefined();
    expect((await unmark(first))?.code).toBe('conflict');
    expect(await client.call.profile.notice()).toMatchObject({ state: 'waiting', sentAt: null, how: null });
    expect(await robin.call.profile.openNotices()).toMatchObject({ count: 1 });
    expect(await clientsCollection.model(deps.portal).findById(id).lean()).toMatchObject({
      notice_since: expect.any(Date),
    });
    const { changes } = await robin.call.clients.detail({ id });
    expect(changes[0]).toMatchObject({ change: 'notice-unmarked', who: 'Robin', reason: first.reason });
    expect(
      await deps.audit.entries.findOne({ action: 'profile.unmarkNoticeSent', subject: id }),
    ).toBeTruthy();

    const second = await mark();
    await change(entry, 1, 'Trenton');
    expect((await unmark(second))?.code).toBe('conflict');
  });

  it('is told to its client as held as long as staff read it so, and until when', async () => {
    await add('mailing-address', address);
    const robin = await staffMember(deps, 'reviewer');
    const notices = async (account: object) => {
      await clientsCollection.model(deps.portal).updateOne({ _id: id }, account);
      const { rows } = await robin.call.clients.newAddresses({ cursor: null });
      return [await client.call.profile.notice(), rows[0]?.held];
    };
    const { created_at } = (await clientsCollection.model(deps.portal).findById(id).lean()) ?? {};
    const hours = 60 * 60 * 1000;
    const old = new Date(Date.now() - 100 * hours);
    const young = new Date(Date.now() - 71 * hours);
    const until = new Date(young.getTime() + 72 * hours).toISOString();
    const confirmed = { identity_status: 'verified' };
    expect(await notices({ ...confirmed, created_at: young })).toMatchObject([
      { state: 'held', heldUntil: until },
      { why: 'young', until },
    ]);
    expect(await notices({ ...confirmed, created_at: old, pin_set_at: young })).toMatchObject([
      { state: 'held', heldUntil: until },
      { why: 'young', until },
    ]);
    expect(await notices({ ...confirmed, pin_set_at: old })).toMatchObject([
      { state: 'telling', heldUntil: null },
      null,
    ]);
    await clientsCollection
      .model(deps.portal)
      .updateOne(
        { _id: id },
        { $set: { identity_status: 'unverified', created_at }, $unset: { pin_set_at: 1 } },
      );
  });

  it('stores neither address nor task when it is refused', async () => {
    await refusal(add('mailing-address', { ...address, state: 'XX' }));
    expect(await agencyNoticesCollection.model(deps.portal).countDocuments()).toBe(0);
  });
});

describe('an email address', () => {
  const links = async () => {
    const letters = await deps.portal.collection('outbox').find({ kind: 'email-verification' }).toArray();
    return letters.length;
  };

  it('is verified by a link, once, for 24 hours, by its own client', async () => {
    await empty(deps, 'outbox');
    const { id: entry } = await add('email-address', { email: 'canary@example.org' });
    expect(await list('email-address')).toMatchObject([{ isVerified: false }]);
    await client.call.profile.sendVerification({ id: entry });
    expect(await links()).toBe(1);
    const secret = 's'.repeat(43);
    const model = profileCollections['email-address'].model(deps.portal);
    const setLink = (expires: number) =>
      model.updateOne(
        { _id: entry },
        { link_hash: hashSecret(secret), link_expires_at: new Date(Date.now() + expires) },
      );
    const verify = (who: Visitor) => refusal(who.call.profile.verifyEmail({ secret }));
    await setLink(-1);
    expect((await verify(client))?.code).toBe('not-found');
    await setLink(60_000);
    expect((await verify(other))?.code).toBe('not-found');
    expect((await verify(visitor(deps)))?.code).toBe('signed-out');
    expect(await verify(client)).toBeUndefined();
    expect((await verify(client))?.code).toBe('not-found');
    expect(await list('email-address')).toMatchObject([{ isVerified: true }]);
    expect((await refusal(client.call.profile.sendVerification({ id: entry })))?.code).toBe('conflict');
  });

  it('gets at most ten links an hour', async () => {
    const { id: entry } = await add('email-address', { email: 'canary@example.org' });
    const sent = Array.from({ length: 12 }, () => client.call.profile.sendVerification({ id: entry }));
    expect(await codes(sent)).toEqual({ done: 10, 'too-many': 2 });
  });

  it('uses up none of them by requests that send no link', async () => {
    const { id: entry } = await add('email-address', { email: 'canary@example.org' });
    const { id: verified } = await add('email-address', { email: 'verified@example.org' });
    await profileCollections['email-address']
      .model(deps.portal)
      .updateOne({ _id: verified }, { verified_at: new Date() });
    const refused = ['0'.repeat(24), verified].flatMap((id) =>
      Array.from({ length: 10 }, () => client.call.profile.sendVerification({ id })),
    );
    expect(await codes(refused)).toEqual({ 'not-found': 10, conflict: 10 });
    await client.call.profile.sendVerification({ id: entry });
  });

  it('says whether a link is on its way that still works, which adding it sends none of', async () => {
    await empty(deps, 'outbox');
    const { id: entry } = await add('email-address', { email: 'canary@example.org' });
    expect(await list('email-address')).toMatchObject([{ isLinkSent: false }]);
    expect(await links()).toBe(0);
    await client.call.profile.sendVerification({ id: entry });
    expect(await list('email-address')).toMatchObject([{ isLinkSent: true }]);
    const over = { link_expires_at: new Date(Date.now() - 1) };
    await profileCollections['email-address'].model(deps.portal).updateOne({ _id: entry }, over);
    expect(await list('email-address')).toMatchObject([{ isLinkSent: false }]);
  });
});

describe('the email that contact details were changed', () => {
  const earlier = 'canary@example.org';
  const notices = async () => {
    const sent = await deps.portal.collection('outbox').find({ kind: 'contact-changed' }).toArray();
    return Promise.all(
      sent.map(
        async ({ _id, letter }): Promise<Email> =>
          JSON.parse(outboxCollection.decrypt(await deps.keys.of(_id), _id, 'letter', letter)),
      ),
    );
  };
  const verifyAll = () =>
    profileCollections['email-address']
      .model(deps.portal)
      .updateMany({}, { $set: { verified_at: new Date() } });
  beforeEach(() => empty(deps, 'outbox'));

  it('goes nowhere while no address is verified', async () => {
    await addOfEach();
    expect(await notices()).toEqual([]);
  });

  it('goes to the address that was verified before, without a detail, when it is replaced', async () => {
    const { id: first } = await add('email-address', { email: earlier });
    await verifyAll();
    const { id: second } = await add('email-address', { email: 'thief@example.org' });
    await client.call.profile.makePrimary({ kind: 'email-address', id: second });
    expect((await notices()).map(({ to }) => to)).toEqual([earlier, earlier]);
    await verifyAll();
    await client.call.profile.remove({ kind: 'email-address', id: first, revision: 1 });
    const all = await notices();
    expect(all.map(({ to }) => to)).toEqual([earlier, earlier, 'thief@example.org', earlier]);
    expect(all[0]).toMatchObject({ subject: 'Your contact details were changed' });
    expect(all[0]?.text).toContain('If this was not you, call us');
    expect(all[0]?.text).not.toMatch(/thief|canary|email address/i);
  });

  it('goes out for a new mailing address and for a phone number, and for nothing else', async () => {
    await add('email-address', { email: earlier });
    await verifyAll();
    const { id: entry } = await add('mailing-address', address);
    const change = (revision: number, city: string) =>
      client.call.profile.change({
        kind: 'mailing-address',
        id: entry,
        revision,
        answers: { ...address, city },
      });
    await change(1, 'Trenton');
    // The same form again, and one that is refused.
    await change(1, 'Trenton');
    await refusal(change(1, 'Camden'));
    expect(await notices()).toHaveLength(2);
    const number = await add('phone-number', phone(1));
    expect(await notices()).toHaveLength(3);
    await empty(deps, 'limits');
    await add('emergency-contact', contact);
    await client.call.profile.setConsent({
      kind: 'phone-number',
      id: number.id,
      revision: 1,
      granted: true,
    });
    expect(await notices()).toHaveLength(3);
  });

  it('goes out three times an hour, and every change is made', async () => {
    await add('email-address', { email: earlier });
    await verifyAll();
    for (let at = 0; at < 5; at += 1) await add('phone-number', phone(at));
    expect(await notices()).toHaveLength(3);
    expect(await list('phone-number')).toHaveLength(5);
  });
});

describe('treatments', () => {
  it('are listed with the newest visit first, and older ones are taken with a hint', async () => {
    const place = (await add('medical-facility', facility)).id;
    for (const visit_date of ['01/2015', 'last summer', '01/2026 - 12/2025', '12/2025', '12/2025 - 01/2026'])
      await add('medical-treatment', { ...treatment, visit_date }, client, { facility: place });
    expect(
      (await list('medical-treatment')).map(({ answers, advice }) => [answers.visit_date, advice]),
    ).toEqual([
      ['12/2025 - 01/2026', null],
      ['12/2025', null],
      ['01/2015', 'long-ago'],
      ['01/2026 - 12/2025', 'backwards'],
      ['last summer', null],
    ]);
  });

  it('are changed by the rules that they were added by, keep their facility, and never overwrite a newer change', async () => {
    const place = (await add('medical-facility', facility)).id;
    const { id: entry } = await add('medical-treatment', treatment, client, { facility: place });
    const change = (revision: number, answers: Answers, who = client) =>
      who.call.profile.change({ kind: 'medical-treatment', id: entry, revision, answers });
    expect(await refusal(change(1, { ...treatment, reason: '' }))).toMatchObject({
      code: 'bad-input',
      title: 'Missing Information',
      message: 'Please fill in visit date and reason.',
    });
    expect(await refusal(change(1, treatment, other))).toMatchObject({ code: 'not-found' });
    const surgery = { ...treatment, reason: 'Surgery' };
    await change(1, surgery);
    expect(await refusal(change(1, { ...treatment, reason: 'A check' }))).toMatchObject({ code: 'conflict' });
    // The same form, posted twice.
    await change(1, surgery);
    expect(await list('medical-treatment')).toMatchObject([
      { revision: 2, facility: place, answers: { reason: 'Surgery' } },
    ]);
    await client.call.profile.remove({ kind: 'medical-treatment', id: entry, revision: 2 });
    expect(await refusal(change(2, treatment))).toMatchObject({ code: 'not-found' });
  });

  it('have a facility of the same client', async () => {
    const place = (await add('medical-facility', facility, other)).id;
    const missing = add('medical-treatment', treatment);
    const foreign = add('medical-treatment', treatment, client, { facility: place });
    expect(await codes([missing, foreign])).toEqual({ 'bad-input': 1, 'not-found': 1 });
  });
});

describe('consent', () => {
  const isValid = (subject: string, kind: 'text-messages' | 'discuss-claim' | 'mail' | 'email') =>
    hasConsent({ client: id, kind, subject: new Types.ObjectId(subject) }, deps);

  it('is on the ledger with wording, time and who, for every toggle, and never overwritten', async () => {
    const { id: entry } = await add('phone-number', { ...phone(1), text_consent: true });
    const set = (revision: number, granted: boolean) =>
      client.call.profile.setConsent({ kind: 'phone-number', id: entry, revision, granted });
    expect(await isValid(entry, 'text-messages')).toBe(true);
    await set(1, false);
    expect(await isValid(entry, 'text-messages')).toBe(false);
    await set(2, true);
    await client.call.profile.remove({ kind: 'phone-number', id: entry, revision: 3 });
    expect(await isValid(entry, 'text-messages')).toBe(false);
    await client.call.profile.restore({ kind: 'phone-number', id: entry });
    expect(await isValid(entry, 'text-messages')).toBe(true);
    const entries = await ledger();
    expect(entries.map(({ granted }) => granted)).toEqual([true, false, true, false, true]);
    expect(entries[0]).toMatchObject({ kind: 'text-messages', form: 'phone-number', by: 'client' });
    expect(entries[0]?.version).toMatch(/^[0-9a-f]{16}$/);
    // A stale screen does not revoke or grant.
    expect((await refusal(set(2, false)))?.code).toBe('conflict');
    expect(await ledger()).toHaveLength(5);
  });

  it('keeps the very words and from where it was said, encrypted, and staff read what was allowed and withdrawn', async () => {
    const { id: entry } = await add('emergency-contact', contact);
    const set = (revision: number, granted: boolean) =>
      client.call.profile.setConsent({ kind: 'emergency-contact', id: entry, revision, granted });
    await set(1, true);
    await set(2, false);
    const stored = JSON.stringify(await ledger());
    for (const text of ['A browser/1.0', client.context.address]) expect(stored).not.toContain(text);
    const { title, hint } = getForm('emergency-contact').ui.fields.authorized_to_discuss ?? {};
    const { consents } = await (await staffMember(deps, 'read_only')).call.clients.detail({ id });
    const consent = {
      kind: 'discuss-claim',
      subject: entry,
      wording: `${title}. ${hint}`,
      from: { address: client.context.address, userAgent: 'A browser/1.0' },
    };
    expect(consents.filter(({ subject }) => subject === entry)).toMatchObject([
      { ...consent, granted: false },
      { ...consent, granted: true },
    ]);
  });

  it.each([
    [
      'Chrome on Linux',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    ],
    [
      'Safari on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    ['', 'A browser/1.0'],
    ['', ''],
  ])('names the browser for staff: “%s”', (words, userAgent) => expect(browserOf(userAgent)).toBe(words));

  const consents = async () =>
    (await listConsents(id, deps)).map(({ kind, granted, about }) => [kind, granted, about]).reverse();

  it('to letters names the address that it was given for: another one withdraws it and is allowed anew, at once', async () => {
    const { id: entry } = await add('mailing-address', address);
    const change = (revision: number, answers: Answers, who = client) =>
      who.call.profile.change({ kind: 'mailing-address', id: entry, revision, answers });
    const flat = { ...address, unit_apt_lot: 'Canary Wing' };
    await change(1, flat);
    // The same form again, and one that is refused, say nothing.
    await change(1, flat);
    await refusal(change(1, { ...address, city: 'Camden' }));
    const before = '7 Canary Court\nNewark, NJ 07102';
    const after = '7 Canary Court\nCanary Wing\nNewark, NJ 07102';
    expect(await consents()).toEqual([
      ['mail', true, before],
      ['mail', false, before],
      ['mail', true, after],
    ]);
    expect(await isValid(entry, 'mail')).toBe(true);
    const rows = await ledger();
    expect(new Set(rows.map(({ change: number }) => number)).size).toBe(3);
    expect(rows.every(({ circumstances }) => circumstances)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/Canary/);
  });

  it('to discuss the claim names the contact, also once the contact is deleted and purged', async () => {
    const { id: entry } = await add('emergency-contact', { ...contact, relationship: 'Sister' });
    const set = (revision: number, granted: boolean) =>
      client.call.profile.setConsent({ kind: 'emergency-contact', id: entry, revision, granted });
    await set(1, true);
    await client.call.profile.remove({ kind: 'emergency-contact', id: entry, revision: 2 });
    await profileCollections['emergency-contact'].model(deps.portal).deleteMany({});
    const sam = 'Sam Canary\nSister\n(201) 555-0171';
    expect(await consents()).toEqual([
      ['discuss-claim', true, sam],
      ['discuss-claim', false, sam],
    ]);
    expect(JSON.stringify(await ledger())).not.toContain('Canary');
  });

  it('by a checkbox lapses when the number or contact that it names changes, until it is given again', async () => {
    const phones = await add('phone-number', { ...phone(1), text_consent: true });
    const contacts = await add('emergency-contact', { ...contact, authorized_to_discuss: true });
    const from = client.context;
    const change = (kind: ProfileKind, entry: string, revision: number, answers: Answers) =>
      changeEntry({ client: id, kind, id: entry, revision, answers, from }, deps);
    await change('phone-number', phones.id, 1, { ...phone(2), text_consent: true });
    await change('emergency-contact', contacts.id, 1, {
      ...contact,
      contact_name: 'Lee Canary',
      authorized_to_discuss: true,
    });
    const sam = 'Sam Canary\n(201) 555-0171';
    expect(await consents()).toEqual([
      ['text-messages', true, '(201) 555-0001'],
      ['discuss-claim', true, sam],
      ['text-messages', false, '(201) 555-0001'],
      ['discuss-claim', false, sam],
    ]);
    expect(await isValid(phones.id, 'text-messages')).toBe(false);
    expect(await isValid(contacts.id, 'discuss-claim')).toBe(false);
    expect((await list('phone-number'))[0]?.answers.text_consent).not.toBe(true);
    const again = { kind: 'phone-number', id: phones.id, revision: 2, granted: true } as const;
    await client.call.profile.setConsent(again);
    expect((await consents()).at(-1)).toEqual(['text-messages', true, '(201) 555-0002']);
    expect(await isValid(phones.id, 'text-messages')).toBe(true);
  });

  it('to be written to by email needs a verified address', async () => {
    const { id: entry } = await add('email-address', { email: 'canary@example.org' });
    expect(await isValid(entry, 'email')).toBe(false);
    await profileCollections['email-address']
      .model(deps.portal)
      .updateOne({ _id: entry }, { verified_at: new Date() });
    expect(await isValid(entry, 'email')).toBe(true);
  });

  it('of one client or one number is none of another', async () => {
    const { id: entry } = await add('emergency-contact', { ...contact, authorized_to_discuss: true });
    const subject = new Types.ObjectId(entry);
    expect(await hasConsent({ client: id, kind: 'discuss-claim', subject }, deps)).toBe(true);
    expect(await hasConsent({ client: otherId, kind: 'discuss-claim', subject }, deps)).toBe(false);
    expect(await isValid(new Types.ObjectId().toHexString(), 'discuss-claim')).toBe(false);
  });

  it('is valid exactly where a model says so, over 10,000 random histories', {
    tags: 'thorough',
  }, async () => {
    const histories = Array.from({ length: 10_000 }, () => {
      const granted = Array.from({ length: randomInt(6) }, () => randomInt(2) === 1);
      const deleted = randomInt(4) === 0;
      return { subject: new Types.ObjectId(), granted, deleted, valid: granted.at(-1) === true && !deleted };
    });
    const at = new Date();
    const consent = {
      client_id: id,
      kind: 'text-messages',
      form: 'phone-number',
      version: 'v',
      at,
      by: 'client',
    };
    const entries = histories.flatMap(({ subject, granted }) =>
      granted.map((each, change) => ({ ...consent, subject, change, granted: each })),
    );
    // Whatever order they are stored in.
    await consentsCollection
      .model(deps.portal)
      .collection.insertMany(
        entries.sort(() => randomInt(3) - 1).map((entry) => ({ ...entry, _id: new Types.ObjectId() })),
      );
    await profileCollections['phone-number'].model(deps.portal).collection.insertMany(
      histories.map(({ subject, deleted }) => ({
        _id: subject,
        client_id: id,
        form: 'phone-number' as const,
        version: 'v',
        answers: '',
        key: subject.toHexString(),
        revision: 1,
        created_at: at,
        changed_at: at,
        deleted_at: deleted ? at : null,
      })),
    );
    let wrong = 0;
    for (let from = 0; from < histories.length; from += 500)
      await Promise.all(
        histories.slice(from, from + 500).map(async ({ subject, valid }) => {
          const asked = { client: id, kind: 'text-messages', subject } as const;
          if ((await hasConsent(asked, deps)) !== valid) wrong += 1;
        }),
      );
    expect(wrong).toBe(0);
  });

  it('agrees with a model after each step of random clicks', { tags: 'thorough' }, async () => {
    let checked = 0;
    for (let history = 0; history < 5; history += 1) {
      await empty(deps, 'phone_numbers', 'consents', 'limits');
      const model = new Map<string, { granted: boolean; deleted: boolean; revision: number }>();
      for (let step = 0; step < 12; step += 1) {
        const known = [...model.keys()];
        const chosen = known[randomInt(Math.max(1, known.length))];
        const state = chosen === undefined ? undefined : model.get(chosen);
        const action = randomInt(4);
        if (!chosen || !state || action === 0) {
          const granted = randomInt(2) === 1;
          const added = await add('phone-number', {
            ...phone(history * 100 + step),
            ...(granted ? { text_consent: true } : {}),
          });
          model.set(added.id, { granted, deleted: false, revision: 1 });
        } else if (action === 1 && !state.deleted) {
          const granted = !state.granted;
          const { revision } = state;
          await client.call.profile.setConsent({ kind: 'phone-number', id: chosen, revision, granted });
          model.set(chosen, { ...state, granted, revision: revision + 1 });
        } else if (action === 2 && !state.deleted) {
          const { revision } = state;
          await client.call.profile.remove({ kind: 'phone-number', id: chosen, revision });
          model.set(chosen, { ...state, deleted: true });
        } else if (action === 3 && state.deleted) {
          await client.call.profile.restore({ kind: 'phone-number', id: chosen });
          model.set(chosen, { ...state, deleted: false });
        }
        for (const [subject, { granted, deleted }] of model) {
          expect(await isValid(subject, 'text-messages')).toBe(granted && !deleted);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(60);
  });
});
