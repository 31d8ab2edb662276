import { randomUUID } from 'node:crypto';
import { easternDay, easternInput, easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptResults, attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import { purgeEndedAttempts } from '#api/casework/attempts/purge-attempts.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { site } from '../../../seed/site.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  refusal,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { mattersCollection } from './matter.model.ts';
import { removeMatterOf } from './remove-matters.ts';

const phone = '2015550147';
const hourMs = 3_600_000;

let deps: Deps;
let robin: Visitor;
let robinId: string;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
  deps.content.forget();
});
beforeEach(() => empty(deps, 'attempts', 'matters', 'duties', 'events', 'signed_contracts', 'clients'));
afterAll(() => deps.close());

/** @returns the number of the matter of a contract that was signed just now. */
async function signed(): Promise<string> {
  await signContract(deps);
  return String((await mattersCollection.model(deps.portal).findOne().sort({ opened_at: -1 }).lean())?._id);
}

/** @returns the number of a matter with two phone numbers: that of the contract, and another one. */
async function withTwoNumbers(): Promise<string> {
  const id = await signed();
  const ring = await deps.keys.of(id);
  const matter = await mattersCollection.model(deps.portal).findById(id).lean().orFail();
  const person = JSON.parse(mattersCollection.decrypt(ring, id, 'person', matter.person));
  const both = JSON.stringify({ ...person, phones: [phone, '2015550199'] });
  const encrypted = mattersCollection.encrypt(ring, id, 'person', both);
  await mattersCollection.model(deps.portal).updateOne({ _id: id }, { person: encrypted });
  return id;
}

const record = (id: string, more: object = {}, { call }: Visitor = robin) =>
  call.matters.recordAttempt({ id, number: phone, key: randomUUID(), result: 'voicemail', ...more });
const detail = (id: string) => robin.call.matters.detail({ id });
const callsAgain = async (id: string) =>
  (await detail(id)).duties.filter(({ title }) => title === 'Call again');
const openOnes = async (id: string) => (await callsAgain(id)).filter(({ state }) => state === 'open');
/** @returns a time as staff type it. */
const inHours = (hours: number) => easternInput(Date.now() + hours * hourMs);

describe('a call about a matter', () => {
  it('is recorded by nobody who is signed out, no client, and no account that may only look', async () => {
    const id = await signed();
    const client = await clientSession(await addClient(deps), deps);
    expect(await codes([record(id, {}, visitor(deps)), record(id, {}, client)])).toEqual({ 'signed-out': 2 });
    expect((await refusal(record(id, {}, await staffMember(deps, 'read_only'))))?.code).toBe('forbidden');
    expect((await detail(id)).calls).toEqual([]);
  });

  it('is refused about what does not exist, at a number that is not in it, and again at a time that has passed', async () => {
    const id = await signed();
    expect((await refusal(record('M-26-0000')))?.code).toBe('not-found');
    expect((await refusal(record(id, { number: '2015550198' })))?.code).toBe('conflict');
    expect(await refusal(record(id, { again: inHours(-1) }))).toMatchObject({
      code: 'bad-input',
      fields: { again_day: expect.any(String) },
    });
    expect(await detail(id)).toMatchObject({ calls: [], events: [{ kind: 'contract signed' }] });
  });

  it('is recorded once under its key, also by five requests at the same moment', async () => {
    const id = await signed();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => record(id, { key })));
    expect((await detail(id)).calls).toHaveLength(1);
    expect(await openOnes(id)).toHaveLength(1);
    expect((await refusal(record(id, { key, result: 'reached' })))?.code).toBe('conflict');
  });

  it('is in the matter with who called when and at which number, which is encrypted', async () => {
    const id = await signed();
    await record(id, { result: 'reached' });
    const [call] = (await detail(id)).calls;
    expect(call).toMatchObject({ who: 'Robin', result: 'reached', number: phone, again: null });
    expect(JSON.stringify(await attemptsCollection.model(deps.portal).find().lean())).not.toContain(phone);
  });

  it('that nobody answered is due again, of who called where the matter is nobody’s; any other is not', async () => {
    for (const result of attemptResults) {
      const id = await signed();
      const { again } = await record(id, { result });
      const expected = ['voicemail', 'no answer'].includes(result);
      expect([result, again !== null]).toEqual([result, expected]);
      const due = (await openOnes(id)).map(({ rule, owner }) => [rule, owner?.id]);
      expect([result, due]).toEqual([result, expected ? [['task/by-hand', robinId]] : []]);
    }
  });

  it('is due again at the time that staff chose, of whom the matter is, and stands on Today', async () => {
    const id = await signed();
    const samId = await addStaff(deps, 'reviewer', 'Sam');
    await robin.call.matters.assign({ id, owner: samId, seen: null });
    const again = inHours(30);
    await record(id, { result: 'reached', again });
    const due = easternDay(Date.now() + 30 * hourMs);
    expect(await openOnes(id)).toMatchObject([
      { due, owner: { id: samId }, appointment: { time: again.slice(11) } },
    ]);
    const today = await (await staffSession(samId, deps)).call.matters.today({ scope: 'mine' });
    expect(today.soon.rows.filter(({ title }) => title === 'Call again')).toMatchObject([
      { matter: id, due },
    ]);
  });

  it('ends what was due because of an earlier one, also where that was moved', async () => {
    const id = await signed();
    await record(id);
    const [first] = await openOnes(id);
    const dueOn = addDays(easternToday(), 9);
    await robin.call.matters.move({ id, duty: first?.id ?? '', dueOn, key: randomUUID() });
    expect(await openOnes(id)).toMatchObject([{ due: dueOn }]);
    await record(id, { result: 'no answer' });
    expect(await openOnes(id)).toHaveLength(1);
    await record(id, { result: 'reached' });
    expect(await openOnes(id)).toEqual([]);
    const done = (await callsAgain(id)).filter(({ state }) => state === 'done');
    expect(done.map(({ outcome }) => [outcome?.what, outcome?.by]).sort()).toEqual([
      ['Called: no answer', 'Robin'],
      ['Called: reached', 'Robin'],
    ]);
  });

  it('at a wrong number leaves what is due where the person has another number', async () => {
    const [one, two] = [await signed(), await withTwoNumbers()];
    for (const id of [one, two]) {
      await record(id);
      await record(id, { result: 'wrong number' });
    }
    expect([await openOnes(one), await openOnes(two)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('ends nothing that somebody typed under the same name', async () => {
    const id = await signed();
    const today = easternToday();
    const entered = { kind: 'task', day: today, what: 'Call again', dueOn: today } as const;
    await robin.call.matters.enter({ id, entered, key: randomUUID() });
    await record(id, { result: 'reached' });
    expect(await openOnes(id)).toHaveLength(1);
  });

  it('ends with its matter: where that is removed, and where it is gone', async () => {
    const [removed, gone, kept] = [await signed(), await signed(), await signed()];
    for (const id of [removed, gone, kept]) await record(id);
    const { contract } = await mattersCollection.model(deps.portal).findById(removed).lean().orFail();
    await inTransaction(deps.portal, (session) =>
      removeMatterOf({ contract: contract as NonNullable<typeof contract> }, deps.portal, session),
    );
    const left = async () =>
      (await attemptsCollection.model(deps.portal).find().lean()).map((call) => call.record).sort();
    expect(await left()).toEqual([gone, kept].sort());
    await mattersCollection.remove(deps.portal, { _id: gone as never });
    expect(await purgeEndedAttempts(deps)).toBe(1);
    expect(await left()).toEqual([kept]);
  });
});

describe('a note about a matter', () => {
  const text = 'Prefers mornings.\nThe daughter calls back.';
  const add = (id: string, more: object = {}, { call }: Visitor = robin) =>
    call.matters.addNote({ id, key: randomUUID(), text, ...more });
  const notes = async (id: string) => (await detail(id)).events.filter(({ kind }) => kind === 'note');

  it('is written by nobody who is signed out, no client, and no account that may only look', async () => {
    const id = await signed();
    const client = await clientSession(await addClient(deps), deps);
    expect(await codes([add(id, {}, visitor(deps)), add(id, {}, client)])).toEqual({ 'signed-out': 2 });
    expect((await refusal(add(id, {}, await staffMember(deps, 'read_only'))))?.code).toBe('forbidden');
    expect(await codes([add(id, { text: '  ' }), add('M-26-0000'), add(id, { tell: 'nobody' })])).toEqual({
      'bad-input': 2,
      'not-found': 1,
    });
    expect(await notes(id)).toEqual([]);
  });

  it('is in what happened, encrypted, and makes nothing due', async () => {
    const id = await signed();
    const before = (await detail(id)).duties.length;
    await add(id);
    expect(await notes(id)).toMatchObject([{ text, who: 'Robin', isCurrent: true }]);
    expect((await detail(id)).duties).toHaveLength(before);
    expect(JSON.stringify(await deps.portal.collection('events').find().toArray())).not.toContain('mornings');
  });

  it('is added once under its key, and another one not under the same', async () => {
    const id = await signed();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 3 }, () => add(id, { key })));
    expect((await refusal(add(id, { key, text: 'Other words' })))?.code).toBe('conflict');
    expect(await notes(id)).toHaveLength(1);
  });

  it('tells who is mentioned in it, once, whoever has the matter', async () => {
    const id = await signed();
    const samId = await addStaff(deps, 'reviewer', 'Sam');
    await robin.call.matters.assign({ id, owner: robinId, seen: null });
    const key = randomUUID();
    await add(id, { key, tell: samId });
    await add(id, { key, tell: samId });
    const { now } = await (await staffSession(samId, deps)).call.matters.today({ scope: 'mine' });
    expect(now.rows).toMatchObject([{ matter: id, title: 'Mentioned in a note' }]);
  });

  it('that was wrong is taken out, and stays in the history', async () => {
    const id = await signed();
    await add(id);
    const [note] = await notes(id);
    const taken = { id, event: note?.id ?? '', entered: null, key: randomUUID() } as const;
    await robin.call.matters.correct(taken);
    expect(await notes(id)).toMatchObject([{ text, isCurrent: false }]);
  });
});
