import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  ssnOf,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import type { Entered } from './entered-facts.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

const today = easternToday();
const hearing = (days: number): Entered => ({
  ...{ kind: 'hearing notice', day: today, on: addDays(today, days), time: '09:30' },
  zone: 'America/Denver',
});

let deps: Deps;
let robin: Visitor;
let robinId: string;
let client: string;
/** The numbers of the client's own matter and of that of the contract. */
let own: string;
let signed: string;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'attempts', 'signed_contracts', 'clients', 'data_keys');
  client = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
  await confirmAccount(client, robin, deps);
  await signContract(deps);
  const found = await mattersCollection.model(deps.portal).find().lean<Matter[]>();
  own = String(found.find(({ client_id }) => client_id)?._id);
  signed = String(found.find(({ contract }) => contract)?._id);
});
afterAll(() => deps.close());

const detail = (id: string) => robin.call.matters.detail({ id });
const enter = (id: string, entered: Entered) => robin.call.matters.enter({ id, entered, key: randomUUID() });
const merge = (id = own, into = signed, { call } = robin, key = randomUUID()) =>
  call.matters.merge({ id, into, key });

it('matters are merged by nobody who may only look, nor into one that is not there', async () => {
  const someone = await clientSession(client, deps);
  const reader = await staffMember(deps, 'read_only');
  expect(
    await codes([
      merge(own, signed, visitor(deps)),
      merge(own, signed, someone),
      merge(own, signed, reader),
      merge(own, 'M-26-00000'),
    ]),
  ).toEqual({ 'signed-out': 2, forbidden: 1, 'not-found': 1 });
});

it('only a client’s own matter is merged, and only into that of a contract of the same client', async () => {
  const other = await addClient(deps, { ssn: ssnOf(5) });
  await confirmAccount(other, robin, deps);
  const stranger = await mattersCollection.model(deps.portal).findOne({ client_id: other }).lean();
  expect(
    await codes([
      merge(signed, own),
      merge(own, own),
      merge(own, stranger?._id),
      merge(stranger?._id, signed),
    ]),
  ).toEqual({ conflict: 4 });
  expect(await deps.portal.collection('matters').countDocuments()).toBe(3);
});

it('each of the two says that there is the other', async () => {
  expect((await detail(own)).others).toEqual([{ number: signed, isOwn: false }]);
  expect((await detail(signed)).others).toEqual([{ number: own, isOwn: true }]);
});

it('everything of the one is in the other, and counts there', async () => {
  await robin.call.matters.assign({ id: own, owner: robinId, seen: null });
  const { version } = (await detail(own)).claim;
  await robin.call.matters.editClaim({ id: own, version, answers: { ssi: true, onset: '2024-03-15' } });
  await enter(signed, hearing(100));
  await enter(own, hearing(120));
  await enter(own, { kind: 'task', day: today, what: 'Call the clinic', dueOn: addDays(today, 2) });
  const ring = await deps.keys.for(own);
  const call = { _id: 'a', kind: 'matters', record: own, by: robinId, at: new Date(), result: 'reached' };
  const number = attemptsCollection.encrypt(ring, 'a', 'number', '2015550147');
  await attemptsCollection.rows(deps.portal).insertOne({ ...call, number } as never);
  const before = [await detail(own), await detail(signed)];
  const key = randomUUID();
  await merge(own, signed, robin, key);
  await merge(own, signed, robin, key);
  const after = await detail(signed);
  expect(after.duties).toHaveLength(before.flatMap(({ duties }) => duties).length);
  expect(after.duties.filter(({ state }) => state !== 'open')).toEqual([]);
  expect(after.duties[0]?.due).toBe(after.duties.map(({ due }) => due).toSorted()[0]);
  expect(after.events.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(after.events[0]).toMatchObject({ kind: 'merged', from: own, who: 'Robin' });
  expect(after).toMatchObject({
    ...{ benefits: ['SSI'], claim: { onset: '2024-03-15' }, owner: { id: robinId }, others: [] },
    ...{ level: 'hearing', client },
  });
  const stored = await attemptsCollection.rows(deps.portal).findOne({ record: signed as never });
  const keys = await deps.keys.of(signed);
  expect(attemptsCollection.decrypt(keys, 'a', 'number', String(stored?.number))).toBe('2015550147');
  expect(await codes([detail(own)])).toEqual({ 'not-found': 1 });
  for (const collection of [eventsCollection, dutiesCollection])
    expect(await collection.rows(deps.portal).countDocuments({ matter: own })).toBe(0);
  expect(await deps.portal.collection('data_keys').countDocuments({ _id: own as never })).toBe(0);
});

it('a letter that comes meanwhile is in the matter that stays, or is refused: nothing is lost', async () => {
  const [merged, entered] = await Promise.allSettled([
    merge(),
    enter(own, { kind: 'task', day: today, what: 'Call', dueOn: today }),
  ]);
  expect(merged.status).toBe('fulfilled');
  const tasks = (await detail(signed)).duties.filter(({ rule }) => rule === 'task/by-hand');
  expect(tasks).toHaveLength(entered.status === 'fulfilled' ? 1 : 0);
});

it('all of it happens or nothing', async () => {
  await enter(own, hearing(120));
  vi.spyOn(dutiesCollection, 'model').mockImplementationOnce(() => {
    throw new Error('The duties are away.');
  });
  await expect(merge()).rejects.toThrow();
  expect((await detail(own)).events).toHaveLength(2);
  expect((await detail(signed)).events).toHaveLength(1);
});
