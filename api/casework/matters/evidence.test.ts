import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addStaff, codes, staffMember, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import type { Entered } from './entered-facts.ts';

const today = easternToday();
const daysAgo = (days: number) => addDays(today, -days);

let deps: Deps;
let robin: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffSession(await addStaff(deps, 'reviewer'), deps);
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts');
  await signContract(deps);
  id = String((await deps.portal.collection('matters').findOne())?._id);
});
afterAll(() => deps.close());

const detail = () => robin.call.matters.detail({ id });
const enter = (entered: Entered, { call }: Visitor = robin) =>
  call.matters.enter({ id, entered, key: randomUUID() });
const requested = (days: number, provider = 'Canary Clinic'): Entered => ({
  kind: 'records requested',
  day: daysAgo(days),
  provider,
});
/** @returns the id of a request for records. */
async function request(days = 20, provider?: string): Promise<string> {
  await enter(requested(days, provider));
  return String((await detail()).evidence.at(-1)?.id);
}
const asking = async () => (await detail()).duties.filter(({ rule }) => rule === 'records-request/ask-again');

it('evidence is entered by nobody who may only look, without who was asked, or about what nobody requested', async () => {
  const reader = await staffMember(deps, 'read_only');
  const received = { kind: 'records received', day: today, request: 'f'.repeat(24) } as const;
  expect(await codes([enter(requested(1), reader), enter(requested(1, ' ')), enter(received)])).toEqual({
    forbidden: 1,
    'bad-input': 1,
    'not-found': 1,
  });
  expect((await detail()).evidence).toEqual([]);
});

it('a request makes somebody ask again in 30 days, which is said before it is saved', async () => {
  const [counted] = await robin.call.matters.preview({ id, entered: requested(0) });
  expect(counted).toMatchObject({ rule: 'records-request/ask-again', hard: false });
  await request(0);
  expect(await asking()).toMatchObject([{ due: counted?.due, state: 'open' }]);
});

it('each request has when records came and were sent, and the words of it are stored encrypted', async () => {
  const first = await request(20);
  const second = await request(10, 'Heron Hospital');
  await enter({ kind: 'records received', day: daysAgo(3), request: first });
  await enter({ kind: 'records sent', day: daysAgo(1), request: first });
  expect((await detail()).evidence).toMatchObject([
    { id: first, provider: 'Canary Clinic', received: daysAgo(3), sent: daysAgo(1) },
    { id: second, provider: 'Heron Hospital', received: null, sent: null },
  ]);
  const stored = JSON.stringify([
    await deps.portal.collection('events').find().toArray(),
    await deps.portal.collection('duties').find().toArray(),
  ]);
  expect(stored).not.toMatch(/Canary|Heron/);
});

it('nobody asks again for records that came; for those of others somebody does', async () => {
  const first = await request(20);
  await request(10, 'Heron Hospital');
  await enter({ kind: 'records received', day: daysAgo(3), request: first });
  expect((await asking()).map(({ state, outcome }) => [state, outcome?.what])).toEqual([
    ['done', 'The records came'],
    ['open', undefined],
  ]);
});

it('a request that is corrected stays the same one, and one that is taken out leaves nothing due', async () => {
  const first = await request(20);
  const correct = async (entered: Entered | null) => {
    const event = String((await detail()).evidence[0]?.event);
    await robin.call.matters.correct({ id, event, entered, key: randomUUID() });
  };
  await correct(requested(25, 'Canary Hospital'));
  expect((await detail()).evidence).toMatchObject([{ id: first, provider: 'Canary Hospital' }]);
  await enter({ kind: 'records received', day: daysAgo(1), request: first });
  expect((await asking()).map(({ state }) => state).toSorted()).toEqual(['done', 'superseded']);
  await correct(null);
  expect((await detail()).evidence).toEqual([]);
});
