import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';

const reason = 'Opened twice by mistake';
const answers = { first_name: 'Otis', last_name: 'Canary', phone: '2015550163', how: 'phone' };

let deps: Deps;
let ada: Visitor;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  ada = await staffSession(await addStaff(deps, 'admin', 'Ada'), deps);
  robin = await staffSession(await addStaff(deps, 'reviewer'), deps);
});
const kept = [
  'matters',
  'duties',
  'events',
  'attempts',
  'removals',
  'signed_contracts',
  'clients',
  'data_keys',
];
beforeEach(() => empty(deps, ...kept));
afterAll(() => deps.close());

const count = async (name: string, filter = {}) => deps.portal.collection(name).countDocuments(filter);
async function opened(): Promise<string> {
  const id = await robin.call.matters.open({ answers, key: randomUUID() });
  const task = { kind: 'task', day: easternToday(), what: 'Call', dueOn: easternToday() } as const;
  await robin.call.matters.enter({ id, entered: task, key: randomUUID() });
  return id;
}
const remove = (id: string, { call } = ada) => call.matters.remove({ id, reason });

it('a matter is deleted by administrators alone, with a reason, and once', async () => {
  const id = await opened();
  const client = await clientSession(await addClient(deps), deps);
  expect(await codes([remove(id, visitor(deps)), remove(id, client), remove(id, robin)])).toEqual({
    'signed-out': 2,
    forbidden: 1,
  });
  expect((await refusal(ada.call.matters.remove({ id, reason: ' no ' })))?.code).toBe('bad-input');
  expect((await refusal(remove('M-26-00000')))?.code).toBe('not-found');
  await remove(id);
  expect((await refusal(remove(id)))?.code).toBe('not-found');
});

it('the matter of a contract is kept, and so is that of an account', async () => {
  await signContract(deps);
  await confirmAccount(await addClient(deps, { ssn: '219099999' }), robin, deps);
  const found = await deps.portal.collection('matters').find().toArray();
  expect(found).toHaveLength(2);
  expect(await codes(found.map(({ _id }) => remove(String(_id))))).toEqual({ conflict: 2 });
  expect(await count('matters')).toBe(2);
});

it('everything of a matter is deleted with it, and nothing of another one', async () => {
  const [id, other] = [await opened(), await opened()];
  await attemptsCollection.rows(deps.portal).insertOne({
    _id: 'a',
    kind: 'matters',
    record: id,
    by: 'r',
    at: new Date(),
    result: 'reached',
  } as never);
  await remove(id);
  for (const name of ['events', 'duties']) {
    expect(await count(name, { matter: id })).toBe(0);
    expect(await count(name, { matter: other })).toBeGreaterThan(0);
  }
  expect([
    await count('matters'),
    await count('attempts'),
    await count('data_keys', { _id: id as never }),
  ]).toEqual([1, 0, 0]);
});

it('it is on record with who and why, encrypted, and all of it happens or nothing', async () => {
  const id = await opened();
  const { portal } = deps;
  const collMod = (validator: object) =>
    portal.getClient().db(portal.name).command({ collMod: 'removals', validator });
  await collMod({ never: { $exists: true } });
  try {
    await expect(remove(id)).rejects.toThrow();
  } finally {
    await collMod({});
  }
  expect(await count('matters')).toBe(1);
  await remove(id);
  expect(await ada.call.retention.removals()).toMatchObject([
    { kind: 'matters', record: id, reference: id, who: 'Ada', reason },
  ]);
  expect(JSON.stringify(await portal.collection('removals').find().toArray())).not.toContain(reason);
});

it('it asks again who somebody is, half an hour after that was shown', async () => {
  const id = await opened();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const minutes of [11, 21, 31]) {
      vi.setSystemTime(now + minutes * 60_000);
      await ada.call.staff.stay();
    }
    await expect(remove(id)).rejects.toMatchObject({ code: 'forbidden', reason: 'confirm' });
  } finally {
    vi.useRealTimers();
  }
});
