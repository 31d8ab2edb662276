import { randomUUID } from 'node:crypto';
import { easternMoment, easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMatter } from '#api/casework/matters/change-matter.ts';
import { consentsCollection } from '#api/casework/profile/consents.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Email } from '#api/platform/email/enqueue.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import {
  addClient,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { applyRetention } from '../../../tests/setup/retention.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { claimUpdatesCollection } from './claim-update.model.ts';

const { ssn, email } = contractAnswers;
const today = easternToday();
const hearing = { kind: 'hearing', day: addDays(today, 40), time: '13:30' } as const;

let deps: Deps;
let robin: Visitor;
let kim: Visitor;
let reader: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
  kim = await staffMember(deps, 'admin', 'Kim');
  reader = await staffMember(deps, 'read_only', 'Sam');
});
beforeEach(async () => {
  await empty(
    deps,
    'clients',
    claimUpdatesCollection.name,
    'signed_contracts',
    'documents',
    'outbox',
    'limits',
    'matters',
    'duties',
    'events',
  );
});
afterAll(() => deps.close());

type Client = Visitor & { id: string };

/** @returns a registered client who is signed in. */
async function register(number = ssn, isConfirmed = true): Promise<Client> {
  const id = await addClient(deps, { ssn: number });
  const who = await clientSession(id, deps);
  if (isConfirmed) await confirmAccount(id, robin, deps);
  return { ...who, id };
}

type Input = Parameters<Visitor['call']['clients']['setClaim']>[0];
const filed = { version: 0, step: 'filed', since: '2026-01-05', needed: '', note: '', next: null } as const;
const set = ({ id }: Client, changed: Partial<Input> = {}, who = robin) =>
  who.call.clients.setClaim({ id, ...filed, key: randomUUID(), ...changed });
const history = ({ id }: Client, who = robin) => who.call.clients.claim({ id });

/** Links the newest contract to the client, as staff. */
async function linkContract({ id }: Client): Promise<void> {
  const contract = await deps.portal.collection('signed_contracts').findOne({}, { sort: { signed_at: -1 } });
  const link = { kind: 'contract', record: String(contract?._id), state: 'linked' } as const;
  await robin.call.clients.decideLink({ id, ...link, reason: 'Named on the phone' });
}

/** @returns the queued emails about claims. */
async function news(): Promise<Email[]> {
  const rows = await outboxCollection.model(deps.portal).find({ kind: 'claim-news' }).lean();
  return Promise.all(
    rows.map(async ({ _id, letter = '' }) =>
      JSON.parse(outboxCollection.decrypt(await deps.keys.of(_id), _id, 'letter', letter)),
    ),
  );
}

const sign = () => signContract(deps);

async function datesOf({ call }: Client) {
  const claim = await call.claims.mine();
  return 'dates' in claim ? claim.dates : [];
}

describe('the date of a claim', () => {
  const tasks = async ({ id }: Client) => {
    const [matter] = await deps.portal.collection('matters').find({ client_id: id }).toArray();
    const { duties } = await openMatter(String(matter?._id), deps);
    return duties.map(({ title, due, state }) => [title, due, state]);
  };

  it('is something to do in the client’s matter, once, however often the claim is updated', async () => {
    const client = await register();
    await set(client, { next: hearing });
    await set(client, { version: 1, step: 'hearing', since: today, next: hearing });
    expect(await tasks(client)).toEqual([['Hearing', hearing.day, 'open']]);
  });

  it('that is of another kind leaves the one before open: an exam takes the place of no deadline', async () => {
    const client = await register();
    const deadline = { kind: 'deadline', day: addDays(today, 20), time: null } as const;
    const exam = { kind: 'examination', day: addDays(today, 10), time: '09:00' } as const;
    await set(client, { next: deadline });
    await set(client, { version: 1, next: exam });
    await set(client, { version: 2, next: null });
    expect(await tasks(client)).toEqual([
      ['Medical examination', exam.day, 'open'],
      ['Deadline', deadline.day, 'open'],
    ]);
  });

  it('that is moved takes the place of the one before', async () => {
    const client = await register();
    await set(client, { next: hearing });
    await set(client, { version: 1, next: { ...hearing, day: addDays(today, 50) } });
    expect(await tasks(client)).toEqual([
      ['Hearing', hearing.day, 'superseded'],
      ['Hearing', addDays(today, 50), 'open'],
    ]);
  });
});

describe('how a claim stands', () => {
  it('is read by nobody who is signed out, and set by no client and no visitor', async () => {
    const client = await register();
    const nobody = visitor(deps);
    expect(await codes([nobody.call.claims.mine(), robin.call.claims.mine()])).toEqual({ 'signed-out': 2 });
    for (const who of [nobody, client])
      expect(await codes([history(client, who), set(client, {}, who)])).toEqual({ 'signed-out': 2 });
    expect(await claimUpdatesCollection.model(deps.portal).countDocuments()).toBe(0);
  });

  it('is read and not set by a role that may only look', async () => {
    const client = await register();
    await set(client);
    expect((await refusal(set(client, { version: 1 }, reader)))?.code).toBe('forbidden');
    expect(await history(client, reader)).toHaveLength(1);
  });

  it('is refused for nobody’s id, for a day that is none or wrong, and for texts that are too long', async () => {
    const client = await register();
    const gone = { ...client, id: '00000000-0000-4000-8000-000000000000' };
    expect(await codes([set(gone), history(gone)])).toEqual({ 'not-found': 2 });
    const wrong: Partial<Input>[] = [
      { step: 'won' as 'filed' },
      { since: 'soon' },
      { since: '2026-02-30' },
      { since: addDays(today, 1) },
      { needed: 'x'.repeat(501) },
      { note: 'bell\u0007' },
      { next: { ...hearing, day: addDays(today, -1) } },
      { next: { ...hearing, day: '2027-02-29' } },
      { next: { ...hearing, time: '24:00' } },
      { next: { ...hearing, kind: 'party' as 'hearing' } },
      { version: -1 },
    ];
    for (const each of wrong)
      expect([each, (await refusal(set(client, each)))?.code]).toEqual([each, 'bad-input']);
    const { fields } = (await refusal(set(client, { since: addDays(today, 1) }))) ?? {};
    expect(fields).toEqual({ since: 'Enter a day that is not in the future' });
    const kindless = { ...hearing, kind: '' } as const;
    for (const [next, told] of [
      [kindless, { next_kind: 'Choose what happens then, or clear the day and the time' }],
      [{ ...kindless, day: '' }, { next_kind: 'Choose what happens then, or clear the day and the time' }],
      [{ ...hearing, day: '' }, { next_day: 'Enter the day as a date' }],
    ] as const)
      expect((await refusal(set(client, { next })))?.fields).toEqual(told);
    await set(client, { since: today, needed: '🙂'.repeat(500), next: { ...hearing, day: today } });
    expect(await history(client)).toHaveLength(1);
  });

  it('is not shown to a client whose account is not confirmed, and mailed to nobody', async () => {
    await sign();
    const client = await register(ssn, false);
    await set(client, { needed: 'Your letters' });
    expect(await client.call.claims.mine()).toEqual({ state: 'unconfirmed' });
    expect(await news()).toEqual([]);
  });

  it('is said to be not set before staff set anything', async () => {
    const claim = await (await register()).call.claims.mine();
    expect(claim).toEqual({ state: 'not-set', hasEmail: false, dates: [], isRepresented: false });
  });

  it('is shown with every step, since when, what is needed, the next date and how current it is', async () => {
    const client = await register();
    await set(client, { step: 'contract-signed', since: '2026-01-02' });
    await set(client, { version: 1 });
    const needed = 'Letters of Canary Hospital';
    await set(client, {
      version: 2,
      step: 'hearing',
      since: '2026-06-01',
      needed,
      note: 'Well done',
      next: hearing,
    });
    expect(await client.call.claims.mine()).toEqual({
      state: 'set',
      step: 'hearing',
      since: '2026-06-01',
      needed,
      note: 'Well done',
      dates: [
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          moved: 0,
          kind: 'hearing',
          day: hearing.day,
          appointment: {
            at: easternMoment(hearing.day, '13:30').toISOString(),
            text: expect.stringMatching(/ at 1:30 PM E[SD]T$/),
          },
          state: 'open',
          doneOn: null,
          owner: null,
        },
      ],
      decision: null,
      closed: null,
      isRepresented: false,
      steps: [
        { step: 'contract-signed', state: 'done', since: '2026-01-02' },
        { step: 'records-requested', state: 'earlier', since: null },
        { step: 'filed', state: 'done', since: '2026-01-05' },
        { step: 'application', state: 'earlier', since: null },
        { step: 'reconsideration', state: 'earlier', since: null },
        { step: 'hearing', state: 'now', since: '2026-06-01' },
        { step: 'appeals-council', state: 'not-started', since: null },
        { step: 'federal-court', state: 'not-started', since: null },
      ],
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('names a date that is moved as one event for calendars, and one of another kind as another', async () => {
    const client = await register();
    const open = async () => (await datesOf(client)).filter(({ state }) => state === 'open');
    await set(client, { next: hearing });
    const [first] = await open();
    await set(client, { version: 1, next: { ...hearing, day: addDays(today, 43) } });
    await set(client, { version: 2, next: { ...hearing, day: addDays(today, 43), time: '09:00' } });
    expect(await open()).toMatchObject([{ id: first?.id, moved: 2, day: addDays(today, 43) }]);
    await set(client, { version: 3, next: { ...hearing, kind: 'examination' } });
    const both = await open();
    expect(both.map(({ kind }) => kind)).toEqual(['examination', 'hearing']);
    expect(both[0]?.id).not.toBe(first?.id);
  });

  it('goes back to an earlier step too', async () => {
    const client = await register();
    await set(client, { step: 'appeals-council', since: '2026-02-01' });
    await set(client, { version: 1, step: 'hearing', since: '2026-03-01' });
    const { steps } = (await client.call.claims.mine()) as { steps: object[] };
    expect(steps.slice(5, 7)).toEqual([
      { step: 'hearing', state: 'now', since: '2026-03-01' },
      { step: 'appeals-council', state: 'not-started', since: null },
    ]);
  });

  it('keeps the day of a step that stays, and asks for that of another step', async () => {
    const client = await register();
    const text = 'Enter the day this step began';
    const refused = { code: 'bad-input', fields: { since: text } };
    expect(await refusal(set(client, { since: '' }))).toMatchObject(refused);
    await set(client);
    await set(client, { version: 1, since: '', note: 'Still there' });
    expect(await refusal(set(client, { version: 2, step: 'hearing', since: '' }))).toMatchObject(refused);
    expect(await history(client)).toMatchObject([
      { version: 2, step: 'filed', since: filed.since, note: 'Still there' },
      { version: 1 },
    ]);
  });

  it('is never that of another client', async () => {
    const [canaria, otis] = [await register(), await register(ssnOf(1))];
    await set(canaria, { needed: 'From Canaria' });
    await set(otis, { needed: 'From Otis' });
    expect(await canaria.call.claims.mine()).toMatchObject({ needed: 'From Canaria' });
    expect(await otis.call.claims.mine()).toMatchObject({ needed: 'From Otis' });
  });

  it('keeps its history, with who set it and when, and nothing of it in plain text', async () => {
    const client = await register();
    await set(client, { needed: 'Canary letters', note: 'Canary note', next: hearing });
    await set(client, { version: 1, step: 'application' }, kim);
    expect(await history(client, reader)).toMatchObject([
      { version: 2, step: 'application', who: 'Kim', needed: null, next: null },
      { version: 1, step: 'filed', who: 'Robin', needed: 'Canary letters', next: hearing },
    ]);
    // The time of day at which it was set may be that of the hearing.
    const stored = JSON.stringify(await claimUpdatesCollection.model(deps.portal).find({}, { at: 0 }).lean());
    expect(stored).not.toMatch(/Canary|13:30/);
    const entries = await deps.audit.entries.find({ subject: client.id, action: /Claim/ }).toArray();
    expect(entries.map(({ action }) => action)).toEqual(['clients.setClaim', 'clients.setClaim']);
    const changes = { subject: client.id, action: 'clients.claimChanged' };
    const changed = await deps.audit.entries
      .find(changes, { sort: { _id: 1 }, projection: { at: 0 } })
      .toArray();
    expect(changed.map(({ fields }) => fields)).toEqual([
      ['needed', 'next', 'note', 'since', 'step'],
      ['needed', 'next', 'note', 'step'],
    ]);
    expect(JSON.stringify(changed)).not.toMatch(/Canary|13:30|hearing/);
  });

  it('is refused from a dialog that is older than somebody else’s change, with who changed it', async () => {
    const client = await register();
    await set(client, {}, kim);
    const stale = await refusal(set(client, { needed: 'Mine' }));
    expect(stale).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Kim has changed the claim'),
    });
    expect(await history(client)).toMatchObject([{ version: 1, who: 'Kim', needed: null }]);
  });

  it('is set by one of twenty dialogs at once, and once by one that is sent five times', async () => {
    const client = await register();
    const once = await codes(Array.from({ length: 20 }, () => set(client)));
    expect(once).toEqual({ done: 1, conflict: 19 });
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => set(client, { version: 1, key })));
    expect(await history(client)).toHaveLength(2);
  });

  it('that can no longer be decrypted reads so to staff, and as a whole to its client: days could be missing', async () => {
    const client = await register();
    await set(client, { needed: 'x', next: hearing });
    await claimUpdatesCollection
      .model(deps.portal)
      .updateMany({}, { needed: 'v2.gone.x.x.x', next: 'v2.gone.x.x.x' });
    expect(await history(client)).toMatchObject([{ needed: 'unreadable', next: null }]);
    await deps.portal.collection('duties').updateMany({}, { $set: { details: 'v2.gone.x.x.x' } });
    expect(await client.call.claims.mine()).toEqual({ state: 'unreadable' });
  });

  it('is deleted with the account', async () => {
    const [client, other] = [await register(), await register(ssnOf(3))];
    await set(client);
    await set(other);
    await robin.call.clients.close({ id: client.id, reason: 'Wants no portal' });
    expect(await applyRetention('claim_updates', deps)).toBe(1);
    expect(await claimUpdatesCollection.model(deps.portal).find({}, { client_id: 1 }).lean()).toMatchObject([
      { client_id: other.id },
    ]);
  });

  it('is read by an index', async () => {
    const client = await register();
    const other = await register(ssnOf(4));
    for (let version = 0; version < 3; version += 1) await set(client, { version });
    await set(other);
    const plan = await claimUpdatesCollection
      .model(deps.portal)
      .find({ client_id: client.id })
      .sort({ at: -1, _id: -1 })
      .explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 3 } });
  });
});

describe('the email about a claim', () => {
  it('does not go to the address on a contract that only agrees, which anybody can sign', async () => {
    await sign();
    const client = await register();
    await set(client);
    const name = { firstName: 'Canaria', lastName: "O'Testwright", was: null };
    await robin.call.clients.correctName({ id: client.id, reason: 'As on the contract', ...name });
    await set(client, { version: 1 });
    expect(await news()).toEqual([]);
  });

  it('goes to the address on the linked contract of a confirmed client, with each change, and says nothing of it', async () => {
    await sign();
    const client = await register();
    await linkContract(client);
    await set(client, { step: 'hearing', needed: 'Your letters', next: hearing });
    await refusal(set(client));
    const sent = await news();
    expect(sent).toMatchObject([{ to: email, subject: 'There is news about your claim' }]);
    expect(sent[0]?.text).toContain('Log in to read it.');
    expect(sent[0]?.text).toContain('/client-portal/claim');
    expect(JSON.stringify(sent)).not.toMatch(/hearing|letters|Canary Lane|O'Testwright|Robin/i);
  });

  it('goes to the client’s own primary address once it is verified and while it is allowed, in place of the contract’s', async () => {
    await empty(deps, 'email_addresses', 'consents');
    await sign();
    const client = await register();
    await linkContract(client);
    const answers = { email: 'own.canary@example.org' };
    const { id } = await client.call.profile.add({ kind: 'email-address', key: randomUUID(), answers });
    await set(client);
    await deps.portal.collection('email_addresses').updateMany({}, { $set: { verified_at: new Date() } });
    await set(client, { version: 1 });
    await consentsCollection.model(deps.portal).updateMany({}, { granted: false });
    await set(client, { version: 2 });
    expect((await news()).map(({ to }) => to)).toEqual([email, answers.email]);
    await consentsCollection.model(deps.portal).updateMany({}, { granted: true });
    await client.call.profile.remove({ kind: 'email-address', id, revision: 1 });
    await set(client, { version: 3 });
    expect((await news()).at(-1)?.to).toBe(email);
  });

  it('goes to the oldest verified address where the primary one is not verified', async () => {
    await empty(deps, 'email_addresses', 'consents');
    await sign();
    const client = await register();
    await linkContract(client);
    const emails = deps.portal.collection('email_addresses');
    for (const name of ['primary', 'older', 'newer']) {
      const answers = { email: `${name}.canary@example.org` };
      await client.call.profile.add({ kind: 'email-address', key: randomUUID(), answers });
    }
    await emails.updateMany({ is_primary: false }, { $set: { verified_at: new Date() } });
    await set(client);
    await consentsCollection.model(deps.portal).updateMany({}, { granted: false });
    await set(client, { version: 1 });
    expect((await news()).map(({ to }) => to)).toEqual(['older.canary@example.org']);
  });

  it('goes once for each letter that staff enter in the matter, and for none of their own tasks', async () => {
    await sign();
    const client = await register();
    await linkContract(client);
    const matter = await deps.portal.collection('matters').findOne({});
    const enter = (entered: object, key = randomUUID()) =>
      robin.call.matters.enter({ id: String(matter?._id), entered: entered as never, key });
    await enter({ kind: 'task', day: today, what: 'Call the doctor', dueOn: today });
    expect(await news()).toEqual([]);
    const denied = { kind: 'decision', day: today, level: 'initial', outcome: 'unfavorable' };
    const key = randomUUID();
    await enter(denied, key);
    await enter(denied, key);
    const mails = await news();
    expect(mails).toMatchObject([{ to: email, subject: 'There is news about your claim' }]);
    expect(JSON.stringify(mails)).not.toMatch(/denied|turned|appeal/i);
    expect(await client.call.claims.mine()).toMatchObject({
      decision: { level: 'initial', outcome: 'unfavorable', day: today },
      dates: [{ kind: 'reconsideration', state: 'open' }],
    });
  });

  it('goes nowhere where no address is known', async () => {
    await set(await register());
    expect(await news()).toEqual([]);
  });

  it('is promised to staff and to the client only where there is an address that it goes to', async () => {
    await empty(deps, 'email_addresses', 'consents');
    const detailOf = ({ id }: Client) => robin.call.clients.detail({ id });
    const client = await register(ssn, false);
    expect((await detailOf(client)).claimNews).toBe('unconfirmed');
    expect(await set(client)).toBe('unconfirmed');
    await confirmAccount(client.id, robin, deps);
    expect((await detailOf(client)).claimNews).toBe('no-address');
    expect(await set(client, { version: 1 })).toBe('no-address');
    const answers = { email: 'own.canary@example.org' };
    await client.call.profile.add({ kind: 'email-address', key: randomUUID(), answers });
    expect((await detailOf(client)).claimNews).toBe('no-address');
    await deps.portal.collection('email_addresses').updateMany({}, { $set: { verified_at: new Date() } });
    expect((await detailOf(client)).claimNews).toBe('email');
    await empty(deps, 'claim_updates', 'matters', 'events', 'duties');
    expect(await client.call.claims.mine()).toEqual({
      state: 'not-set',
      hasEmail: true,
      dates: [],
      isRepresented: false,
    });
    expect(await set(client)).toBe('email');
  });
});
