import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';

const today = easternToday();
const day = addDays(today, -10);

let deps: Deps;
let robin: Visitor;
let reader: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
  reader = await staffMember(deps, 'read_only', 'Sam');
});
beforeEach(() => empty(deps, 'matters', 'duties', 'events', 'clients', 'limits'));
afterAll(() => deps.close());

type Client = Visitor & { id: string };

async function register(isConfirmed = true): Promise<Client> {
  const id = await addClient(deps);
  if (isConfirmed) await confirmAccount(id, robin, deps);
  return { ...(await clientSession(id, deps)), id };
}
const tell = ({ call }: Visitor, answers: object = { day, says: 'denied' }) =>
  call.claims.enterLetter({ answers: answers as never });
const matter = async () => {
  const found = await deps.portal.collection('matters').findOne({});
  return robin.call.matters.detail({ id: String(found?._id) });
};
const open = async () => (await matter()).duties.filter(({ state }) => state === 'open');

describe('a letter that a client tells us of', () => {
  it('is taken from nobody who is signed out or not confirmed, and from nobody without its date', async () => {
    expect((await refusal(tell(visitor(deps))))?.code).toBe('signed-out');
    const client = await register(false);
    expect((await refusal(tell(client)))?.code).toBe('forbidden');
    await confirmAccount(client.id, robin, deps);
    const wrong = [
      {},
      { day: '2026-02-30', says: 'denied' },
      { day: addDays(today, 1), says: 'denied' },
      { day, says: 'x' },
    ];
    for (const answers of wrong) expect((await refusal(tell(client, answers)))?.code).toBe('bad-input');
    expect((await matter()).events.map(({ kind }) => kind)).toEqual(['opened']);
  });

  it('that says no makes the appeal due at once, and asks staff to check it by tomorrow', async () => {
    const client = await register();
    await tell(client);
    const titles = (await open()).map(({ title, due }) => [title, due]);
    expect(titles).toHaveLength(2);
    expect(titles[0]).toEqual([
      expect.stringMatching(/^Check the denial of .* that the client entered$/),
      addDays(today, 1),
    ]);
    expect(titles[1]?.[0]).toBe('File the request for reconsideration');
    expect((await matter()).events[0]).toMatchObject({
      kind: 'decision',
      level: 'initial',
      by: 'client',
      isUnchecked: true,
    });
    expect(await client.call.claims.mine()).toMatchObject({
      decision: { day },
      dates: [{ kind: 'reconsideration' }],
    });
  });

  it('counts at the level that the claim is at', async () => {
    const client = await register();
    const { number: id } = await matter();
    const entered = { kind: 'appeal filed', day: addDays(today, -30), level: 'reconsideration' } as const;
    await robin.call.matters.enter({ id, entered, key: randomUUID() });
    await tell(client);
    expect((await open()).map(({ title }) => title)).toContain('File the request for a hearing');
  });

  it('that says something else makes nothing due but that staff read it', async () => {
    await tell(await register(), { day, says: 'other' });
    expect((await open()).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Read the letter of .* that the client told us about$/),
    ]);
  });

  it('counts once, however often it is sent, and not where staff have entered it', async () => {
    const client = await register();
    await Promise.all([tell(client), tell(client), tell(client)]);
    expect(await open()).toHaveLength(2);
  });

  it('is taken 20 times a day at most', async () => {
    const client = await register();
    for (let sent = 0; sent < 20; sent += 1) await tell(client, { day: addDays(day, -sent), says: 'other' });
    expect((await refusal(tell(client)))?.code).toBe('too-many');
  });
});

describe('what was entered', () => {
  const correct = (event: string, entered: unknown, more: object = {}, who = robin) =>
    matter().then(({ number: id }) =>
      who.call.matters.correct({ id, event, entered: entered as never, key: randomUUID(), ...more }),
    );
  const newest = async () => (await matter()).events[0]?.id ?? '';

  it('is corrected by nobody who may only look, and not where it is unknown or was corrected', async () => {
    await tell(await register());
    const event = await newest();
    expect(await codes([correct(event, 'same', {}, reader), correct('0'.repeat(24), 'same')])).toEqual({
      forbidden: 1,
      conflict: 1,
    });
    await correct(event, 'same');
    expect((await refusal(correct(event, 'same')))?.code).toBe('conflict');
  });

  it('is confirmed in one click: its days stay, and nobody is asked to check it any more', async () => {
    await tell(await register());
    const before = (await open()).find(({ hard }) => hard);
    await correct(await newest(), 'same');
    expect(await open()).toMatchObject([{ title: 'File the request for reconsideration', due: before?.due }]);
    expect((await matter()).events[0]).toMatchObject({ kind: 'correction', by: expect.any(String) });
    expect((await matter()).events.some(({ isUnchecked }) => isUnchecked)).toBe(false);
  });

  it('is counted again with another day', async () => {
    await tell(await register());
    const entered = { kind: 'decision', day: addDays(day, 2), level: 'initial', outcome: 'unfavorable' };
    const before = (await open()).find(({ hard }) => hard)?.due ?? '';
    await correct(await newest(), entered);
    const after = await open();
    expect(after).toHaveLength(1);
    expect((after[0]?.due ?? '') > before).toBe(true);
  });

  it('is taken out only with a second person, where a right would be lost', async () => {
    await tell(await register());
    const event = await newest();
    expect(await refusal(correct(event, null))).toMatchObject({
      code: 'conflict',
      fields: { second_person: expect.any(String) },
    });
    expect((await refusal(correct(event, null, { secondPerson: 'Robin' })))?.code).toBe('bad-input');
    await correct(event, null, { secondPerson: 'Grace Example' });
    expect(await open()).toEqual([]);
    expect(await matter()).toMatchObject({ status: 'preparing', outcome: null });
  });
});
