import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import type { Entered } from './entered-facts.ts';

const today = easternToday();
const denied = (daysAgo: number): Entered => ({
  kind: 'decision',
  day: addDays(today, -daysAgo),
  level: 'initial',
  outcome: 'unfavorable',
});
const task = (dueIn: number, what = 'Call the doctor'): Entered => ({
  kind: 'task',
  day: addDays(today, Math.min(0, dueIn)),
  what,
  dueOn: addDays(today, dueIn),
});

let deps: Deps;
let robin: Visitor;
let robinId: string;
let reader: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
  reader = await staffMember(deps, 'read_only', 'Sam');
});
beforeEach(() => empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients'));
afterAll(() => deps.close());

/** @returns the number of the matter of a contract that was signed just now. */
async function signed(more: Partial<typeof contractAnswers> = {}): Promise<string> {
  await signContract(deps, more);
  const newest = await deps.portal.collection('matters').findOne({}, { sort: { opened_at: -1 } });
  return String(newest?._id);
}
const enter = (id: string, entered: Entered, who = robin, key = randomUUID()) =>
  who.call.matters.enter({ id, entered, key });
const duties = async (id: string) => (await robin.call.matters.detail({ id })).duties;
const finish = (id: string, duty: string, more: object = {}, who = robin) =>
  who.call.matters.finish({
    id,
    duty,
    state: 'done',
    what: 'Filed online',
    on: today,
    key: randomUUID(),
    ...more,
  });

it('nothing of a matter is read by nobody and by no client, nor changed by who may only look', async () => {
  const id = await signed();
  const client = await clientSession(await addClient(deps), deps);
  const [duty] = await duties(id);
  for (const who of [visitor(deps), client])
    expect(
      await codes([
        who.call.matters.today({ scope: 'all' }),
        who.call.matters.list({}),
        who.call.matters.detail({ id }),
        enter(id, denied(1), who),
        finish(id, duty?.id ?? '', {}, who),
      ]),
    ).toEqual({ 'signed-out': 5 });
  expect(
    await codes([
      enter(id, denied(1), reader),
      finish(id, duty?.id ?? '', {}, reader),
      reader.call.matters.assign({ id, owner: robinId, seen: null }),
    ]),
  ).toEqual({ forbidden: 3 });
  expect((await reader.call.matters.detail({ id })).duties).toHaveLength(4);
});

describe('a matter', () => {
  it('of no such number is not found', async () => {
    const { call } = robin;
    expect(await codes([call.matters.detail({ id: 'M-26-0000' }), enter('M-26-0000', denied(1))])).toEqual({
      'not-found': 2,
    });
    expect((await refusal(call.matters.detail({ id: 'x' })))?.code).toBe('bad-input');
  });

  it('shows whose it is, with the number masked, and the contract', async () => {
    const id = await signed();
    const shown = await robin.call.matters.detail({ id });
    expect(shown).toMatchObject({
      number: id,
      name: "Canaria O'Testwright",
      dateOfBirth: '4/27/1968',
      ssn: '***-**-7391',
      address: '12 Canary Lane, Unit 7, Newark, NJ 07102',
      phones: ['2015550147'],
      owner: null,
      client: null,
    });
    expect(shown.contract?.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(JSON.stringify(shown)).not.toContain(contractAnswers.ssn);
  });

  it('tells the client whose it is that staff looked at it, once an hour', async () => {
    const id = await signed();
    const client = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
    await confirmAccount(client, robin, deps);
    const looks = () =>
      deps.portal.collection('events').countDocuments({ client_id: client, name: 'clients.detail' });
    const before = await looks();
    expect((await reader.call.matters.detail({ id })).client).toBe(client);
    await reader.call.matters.detail({ id });
    expect((await looks()) - before).toBe(1);
  });

  it('is found by name, by its number’s phone, and by status', async () => {
    const id = await signed();
    await signed({ first_name: 'Otis', ssn: ssnOf(1), phone: '2015550163' });
    const rows = async (request: object) =>
      (await robin.call.matters.list(request)).rows.map(({ name }) => name);
    const { id: search } = await robin.call.lists.search({ query: 'otis' });
    expect(await rows({ search })).toEqual(["Otis O'Testwright"]);
    await enter(id, denied(3));
    expect(await rows({ status: 'decided' })).toEqual(["Canaria O'Testwright"]);
    expect(await rows({})).toHaveLength(2);
    const { id: numbered } = await robin.call.lists.search({ query: id.toLowerCase() });
    expect(await rows({ search: numbered })).toEqual(["Canaria O'Testwright"]);
    expect(await rows({ owner: 'me' })).toEqual([]);
    await robin.call.matters.assign({ id, owner: robinId, seen: null });
    expect(await rows({ owner: 'me' })).toEqual(["Canaria O'Testwright"]);
  });
});

describe('a letter', () => {
  it('is refused with what is wrong with it, and then makes nothing', async () => {
    const id = await signed();
    const hearing = { kind: 'hearing notice', day: today, on: addDays(today, 90), time: '09:30' } as const;
    for (const entered of [
      { ...denied(1), day: '2026-02-30' },
      { ...denied(1), shownReceived: addDays(today, -30) },
      { ...hearing, zone: 'Mars/Olympus' },
      { ...hearing, zone: 'America/Denver', time: '25:00' },
      { ...hearing, zone: 'America/Denver', on: addDays(today, -1) },
    ] as Entered[])
      expect([entered, (await refusal(enter(id, entered)))?.code]).toEqual([entered, 'bad-input']);
    expect(await duties(id)).toHaveLength(4);
  });

  it('shows what would be due, and how it is counted, before it is saved', async () => {
    const id = await signed();
    const [counted] = await robin.call.matters.preview({ id, entered: denied(10) });
    expect(counted).toMatchObject({ title: 'File the request for reconsideration', hard: true });
    expect(counted?.steps.length).toBeGreaterThan(1);
    expect(await duties(id)).toHaveLength(4);
    const { due } = await enter(id, denied(10));
    expect(due).toEqual([{ title: 'File the request for reconsideration', due: counted?.due }]);
  });

  it('that is sent twice counts once', async () => {
    const id = await signed();
    const key = randomUUID();
    await enter(id, denied(2), robin, key);
    await enter(id, denied(2), robin, key);
    expect((await robin.call.matters.detail({ id })).events).toHaveLength(2);
  });

  it('about a hearing takes the place of an earlier one that it amends, in the time zone of the hearing', async () => {
    const id = await signed();
    const notice = { day: today, time: '09:30', zone: 'America/Denver' } as const;
    await enter(id, { kind: 'hearing notice', ...notice, on: addDays(today, 90) });
    await enter(id, { kind: 'amended notice', ...notice, on: addDays(today, 120) });
    const evidence = (await duties(id)).filter(({ rule }) => rule === 'hearing-evidence/submit');
    expect(evidence.map(({ state }) => state).sort()).toEqual(['open', 'superseded']);
    const open = evidence.find(({ state }) => state === 'open');
    expect(open?.appointment).toMatchObject({
      day: addDays(today, 120),
      time: '09:30',
      zone: 'America/Denver',
    });
    expect((await robin.call.matters.detail({ id })).level).toBe('hearing');
  });
});

describe('what is due today', () => {
  it('is overdue, due today or due in the next seven days, the nearest first, with whose it is', async () => {
    const id = await signed();
    for (const dueIn of [-2, 0, 5, 8]) await enter(id, task(dueIn, `in ${dueIn} days`));
    const { overdue, now, soon } = await robin.call.matters.today({ scope: 'all' });
    expect(overdue.rows.map(({ title }) => title)).toEqual(['in -2 days']);
    expect(now.rows.map(({ title }) => title)).toEqual(['in 0 days']);
    expect(soon.rows.map(({ title }) => title)).toEqual(expect.arrayContaining(['in 5 days']));
    expect(soon.rows.map(({ title }) => title)).not.toContain('in 8 days');
    expect(overdue).toMatchObject({
      count: 1,
      more: false,
      rows: [{ name: "Canaria O'Testwright", matter: id }],
    });
  });

  it('is of the matters that somebody works on where they ask for theirs', async () => {
    const id = await signed();
    await enter(id, task(0));
    const mine = async (who: Visitor) => (await who.call.matters.today({ scope: 'mine' })).now.count;
    expect(await mine(robin)).toBe(0);
    await robin.call.matters.assign({ id, owner: robinId, seen: null });
    expect([await mine(robin), await mine(reader)]).toEqual([1, 0]);
    await enter(id, task(0, 'Another call'));
    expect(await mine(robin)).toBe(2);
  });

  it('has nothing that was done', async () => {
    const id = await signed();
    await enter(id, task(0));
    const [open] = (await robin.call.matters.today({ scope: 'all' })).now.rows;
    await finish(id, open?.id ?? '');
    expect((await robin.call.matters.today({ scope: 'all' })).now.count).toBe(0);
  });
});

describe('what was done', () => {
  it('about an appeal needs what shows it, or a second person who is somebody else', async () => {
    const id = await signed();
    await enter(id, denied(10));
    const appeal = (await duties(id)).find(({ isAppeal }) => isAppeal)?.id ?? '';
    expect((await refusal(finish(id, appeal)))?.fields).toHaveProperty('confirmation');
    expect((await refusal(finish(id, appeal, { secondPerson: 'Robin' })))?.fields).toHaveProperty(
      'second_person',
    );
    await finish(id, appeal, { confirmation: 'R-2041' });
    expect((await duties(id)).find((each) => each.id === appeal)).toMatchObject({
      state: 'done',
      outcome: { by: 'Robin', confirmation: 'R-2041', what: 'Filed online' },
    });
    expect((await refusal(finish(id, appeal, { confirmation: 'R-2041' })))?.code).toBe('conflict');
  });

  it('about an appeal is its filing, in the history and in how the claim stands', async () => {
    const id = await signed();
    await enter(id, denied(1));
    const appeal = (await duties(id)).find(({ isAppeal }) => isAppeal)?.id ?? '';
    await finish(id, appeal, { confirmation: 'R-2041' });
    const { events, level, status } = await robin.call.matters.detail({ id });
    expect([events[0]?.kind, level, status]).toEqual(['appeal filed', 'reconsideration', 'at-agency']);
  });

  it('about an appeal that is not needed files none', async () => {
    const id = await signed();
    await enter(id, denied(1));
    const appeal = (await duties(id)).find(({ isAppeal }) => isAppeal)?.id ?? '';
    await finish(id, appeal, { state: 'waived', what: 'A new claim', secondPerson: 'Ada' });
    expect((await robin.call.matters.detail({ id })).status).toBe('decided');
  });

  it('as a filing that is entered ends the appeal that it answers, with its proof', async () => {
    const id = await signed();
    await enter(id, denied(1));
    const filed = { kind: 'appeal filed', day: today, level: 'reconsideration' } as const;
    expect((await refusal(enter(id, filed)))?.fields).toHaveProperty('confirmation');
    await enter(id, { ...filed, confirmation: 'R-2041' });
    expect((await duties(id)).find(({ isAppeal }) => isAppeal)).toMatchObject({
      state: 'done',
      outcome: { by: 'Robin', confirmation: 'R-2041' },
    });
  });
});

describe('a matter is given', () => {
  it('to nobody who can not log in, may only look or does not exist', async () => {
    const id = await signed();
    const readerId = (await reader.call.staff.me()).id;
    for (const owner of [readerId, randomUUID()])
      expect((await refusal(robin.call.matters.assign({ id, owner, seen: null })))?.code).toBe('bad-input');
    expect((await robin.call.staff.owners()).map(({ id: owner }) => owner)).not.toContain(readerId);
  });

  it('with everything that is to be done in it, and taken back', async () => {
    const id = await signed();
    await robin.call.matters.assign({ id, owner: robinId, seen: null });
    const shown = await robin.call.matters.detail({ id });
    expect(shown.owner).toEqual({ id: robinId, name: 'Robin' });
    expect(shown.duties.map(({ owner }) => owner?.name)).toEqual(['Robin', 'Robin', 'Robin', 'Robin']);
    const late = robin.call.matters.assign({ id, owner: null, seen: null });
    expect(await refusal(late)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Robin has'),
    });
    await robin.call.matters.assign({ id, owner: null, seen: robinId });
    expect((await robin.call.matters.detail({ id })).owner).toBeNull();
  });
});

describe('a matter that staff open', () => {
  const person = { first_name: 'Nora', last_name: 'Newcomer', phone: '2015550188', how: 'phone' };
  const open = (answers: object = person, key = randomUUID(), who = robin) =>
    who.call.matters.open({ answers: answers as never, key });

  it('is opened by nobody who may only look, and not without a name, a phone number and how they came', async () => {
    expect((await refusal(open(person, undefined, reader)))?.code).toBe('forbidden');
    expect((await refusal(open({ ...person, phone: '123', how: '' })))?.fields).toMatchObject({
      phone: expect.any(String),
      how: expect.any(String),
    });
    expect(await deps.portal.collection('matters').countDocuments()).toBe(0);
  });

  it('is the matter of who opened it, is in the list, and is opened once, however often it is sent', async () => {
    const key = randomUUID();
    const numbers = await Promise.all([open(person, key), open(person, key), open(person, key)]);
    expect(new Set(numbers).size).toBe(1);
    const [id = ''] = numbers;
    expect(await robin.call.matters.detail({ id })).toMatchObject({
      name: 'Nora Newcomer',
      owner: { id: robinId },
      status: 'preparing',
      contract: null,
      events: [{ kind: 'opened', how: 'phone' }],
    });
    expect((await robin.call.matters.list({})).rows).toMatchObject([{ number: id, phone: '2015550188' }]);
  });
});

describe('what somebody entered by hand', () => {
  const move = (id: string, duty: string, dueOn: string, who = robin, time?: string) =>
    who.call.matters.move({ id, duty, dueOn, key: randomUUID(), ...(time && { time }) });

  it('keeps its time where it is an appointment, or gets another one', async () => {
    const id = await signed();
    await enter(id, task(3));
    const shown = async () =>
      (await duties(id)).find((each) => each.rule === 'task/by-hand' && each.state === 'open');
    const day = addDays(today, 9);
    await move(id, (await shown())?.id ?? '', day, robin, '14:00');
    expect((await shown())?.appointment).toMatchObject({ day, time: '14:00', zone: 'America/New_York' });
    expect((await refusal(move(id, (await shown())?.id ?? '', day, robin, '25:00')))?.code).toBe('bad-input');
    await move(id, (await shown())?.id ?? '', addDays(today, 10), robin, '09:30');
    expect((await shown())?.appointment).toMatchObject({ day: addDays(today, 10), time: '09:30' });
  });

  it('moves to another day; a day that the law counts does not, and neither does what has ended', async () => {
    const id = await signed();
    await enter(id, denied(1));
    await enter(id, task(3));
    const open = async () => (await duties(id)).filter(({ state }) => state === 'open');
    const appeal = (await open()).find(({ isAppeal }) => isAppeal)?.id ?? '';
    const byHand = (await open()).find(({ rule }) => rule === 'task/by-hand')?.id ?? '';
    expect(
      await codes([move(id, appeal, addDays(today, 9)), move(id, byHand, addDays(today, 9), reader)]),
    ).toEqual({ conflict: 1, forbidden: 1 });
    expect((await refusal(move(id, byHand, '2026-02-30')))?.code).toBe('bad-input');
    await move(id, byHand, addDays(today, 9));
    expect((await open()).find(({ rule }) => rule === 'task/by-hand')).toMatchObject({
      title: 'Call the doctor',
      due: addDays(today, 9),
    });
    expect((await refusal(move(id, byHand, addDays(today, 12))))?.code).toBe('conflict');
  });
});

it('the menu counts what is overdue of the own duties and of nobody’s', async () => {
  const id = await signed();
  const other = await signed({ ssn: ssnOf(7) });
  await enter(id, task(-2));
  await enter(other, task(-1));
  expect(await robin.call.matters.overdue()).toBe(2);
  const kim = await addStaff(deps, 'reviewer', 'Kim');
  await robin.call.matters.assign({ id: other, owner: kim, seen: null });
  expect(await robin.call.matters.overdue()).toBe(1);
});
