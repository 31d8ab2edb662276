import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import type { DutyOutcome } from '#api/casework/duties/duty.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, confirmAccount, refusal, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { endDuty, enterEvent, openMatter } from './change-matter.ts';
import { listMattersOf } from './client-matters.ts';
import { type Matter, mattersCollection } from './matter.model.ts';
import { matterNumberPattern } from './matter-number.ts';
import { passAllDays } from './pass-days.ts';

const today = easternToday();
const denied = (day: string): CaseFacts => ({
  kind: 'decision',
  level: 'initial',
  outcome: 'unfavorable',
  day,
});

let deps: Deps;
let counting: Deps & { closings: ReadonlySet<string> };
beforeAll(async () => {
  deps = await openDeps();
  counting = { ...deps, closings: await readFederalClosings(deps) };
});
beforeEach(() => empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients', 'data_keys'));
afterAll(() => deps.close());

const matters = () => mattersCollection.model(deps.portal).find().sort({ opened_at: 1 }).lean<Matter[]>();
const onlyMatter = async () => (await matters())[0] as Matter;
const newId = () => new Types.ObjectId().toHexString();
const enter = (matter: string, facts: CaseFacts, id = newId()) =>
  inTransaction(deps.portal, (session) =>
    enterEvent({ matter, facts, source: 'staff', by: 'ada', id }, counting, session),
  );
const end = (matter: string, duty: string, outcome: Partial<DutyOutcome>) =>
  inTransaction(deps.portal, (session) =>
    endDuty(
      {
        matter,
        duty,
        outcome: { state: 'done', what: 'Filed online', on: today, by: 'ada', ...outcome },
      },
      counting,
      session,
    ),
  );
const open = (matter: string) => openMatter(matter, deps);

describe('a signed contract', () => {
  it('opens a matter with what the signer said, its first event and what is to be done with its papers', async () => {
    const { id } = await signContract(deps);
    const [matter, ...others] = await matters();
    expect(others).toEqual([]);
    expect(matter).toMatchObject({ level: 'initial', status: 'preparing', outcome: null });
    expect(matter).not.toHaveProperty('client_id');
    expect(matter?._id).toMatch(matterNumberPattern);
    expect(String(matter?.contract)).toBe(id);
    const { events, duties } = await open(matter?._id ?? '');
    expect(events).toMatchObject([{ kind: 'contract signed', day: today, by: 'client', source: 'contract' }]);
    expect(duties.map(({ rule, state }) => [rule, state])).toEqual([
      ['contract/send', 'open'],
      ['contract/sign', 'open'],
      ['contract/sign-1696', 'open'],
      ['contract/file', 'open'],
    ]);
    expect(matter?.next_due).toBe(duties[0]?.due);
  });

  it('leaves nothing of what it says in plain text', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    await enter(_id, { kind: 'task', day: today, what: 'Call Doctor Canary', dueOn: today });
    const stored = await Promise.all(
      [mattersCollection, eventsCollection, dutiesCollection].map((each) =>
        each.rows(deps.portal).find().toArray(),
      ),
    );
    const { ssn, first_name, phone, email } = contractAnswers;
    for (const text of [ssn, first_name, phone, email, 'Canary', 'SSA-1696'])
      expect(JSON.stringify(stored)).not.toContain(text);
  });

  it('opens no matter where the contract is not stored', async () => {
    const model = mattersCollection.model(deps.portal);
    vi.spyOn(dutiesCollection, 'model').mockImplementationOnce(() => {
      throw new Error('The duties are away.');
    });
    await expect(signContract(deps)).rejects.toThrow('The duties are away.');
    expect([
      await model.countDocuments(),
      await deps.portal.collection('signed_contracts').countDocuments(),
    ]).toEqual([0, 0]);
  });

  it('takes its matter with it when it is deleted', async () => {
    const { id } = await signContract(deps);
    await signContract(deps, { ssn: ssnOf(1) });
    const { call } = await staffMember(deps, 'admin');
    await call.contracts.remove({ id, reason: 'Signed by mistake', notRepresented: true });
    const left = await matters();
    expect(left).toHaveLength(1);
    for (const collection of [eventsCollection, dutiesCollection])
      expect(await collection.rows(deps.portal).distinct('matter')).toEqual([left[0]?._id]);
  });
});

describe('a client who is confirmed', () => {
  const confirm = async (ssn: string = contractAnswers.ssn) => {
    const id = await addClient(deps, { ssn, dateOfBirth: contractAnswers.date_of_birth });
    const account = { id, name: null, ssn, dateOfBirth: contractAnswers.date_of_birth };
    await confirmAccount(id, await staffMember(deps, 'reviewer'), deps);
    return account as unknown as Parameters<typeof listMattersOf>[0];
  };

  it('has the matter of the contract, and no second one', async () => {
    await signContract(deps);
    const account = await confirm();
    const [matter, ...others] = await matters();
    expect(others).toEqual([]);
    expect((await listMattersOf(account, deps)).map(({ _id }) => _id)).toEqual([matter?._id]);
  });

  it('has a matter without a contract', async () => {
    const account = await confirm();
    expect(await listMattersOf(account, deps)).toMatchObject([{ client_id: account.id }]);
    const { events, duties } = await open((await onlyMatter())._id);
    expect([events.map(({ kind }) => kind), duties]).toEqual([['opened'], []]);
  });

  it('has none before, which anyone who knows a number could be', async () => {
    await addClient(deps);
    expect(await matters()).toEqual([]);
  });
});

describe('a paper', () => {
  it('is refused for an unknown matter, and for a day that is none, and then changes nothing', async () => {
    expect((await refusal(enter('M-26-0000', denied(today))))?.code).toBe('not-found');
    await signContract(deps);
    const before = await onlyMatter();
    expect((await refusal(enter(before._id, denied('2026-02-30'))))?.fields).toHaveProperty('day');
    expect(await onlyMatter()).toEqual(before);
  });

  it('makes its duties, and the matter says how the claim stands and what is due next', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    const made = await enter(_id, denied(addDays(today, -10)));
    expect(made?.map(({ rule }) => rule)).toEqual(['initial-denial/reconsideration']);
    expect(await onlyMatter()).toMatchObject({ status: 'decided', outcome: 'unfavorable', changes: 2 });
  });

  it('has no number of a matter that was removed, while the key of that is still there', async () => {
    const year = easternToday().slice(2, 4);
    const numbers = Array.from({ length: 10_000 }, (_, at) => `M-${year}-${String(at).padStart(4, '0')}`);
    const keys = deps.portal.collection('data_keys');
    const taken = numbers.map((_id) => ({ _id, key: 'x', used_at: new Date() }));
    await keys.deleteMany({ _id: /^M-/ } as never);
    await keys.insertMany(taken as never[]);
    await signContract(deps);
    expect((await onlyMatter())._id).toMatch(/^M-\d\d-\d{5}$/);
    await keys.deleteMany({ key: 'x' } as never);
  });

  it('counts once, however often it is sent', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    const id = newId();
    await enter(_id, denied(today), id);
    await enter(_id, denied(today), id);
    const { events, duties } = await open(_id);
    expect([events.length, duties.length]).toEqual([2, 5]);
  });

  it('is not lost beside another one that is entered at the same moment', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    const days = Array.from({ length: 6 }, (_, at) => addDays(today, -at));
    await Promise.all(days.map((day) => enter(_id, denied(day))));
    const { events, duties, matter } = await open(_id);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(duties.filter(({ isAppeal }) => isAppeal)).toHaveLength(6);
    expect(matter.changes).toBe(7);
  });

  it('leaves every duty of earlier ones open: an exam takes the place of no appeal', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    await enter(_id, denied(addDays(today, -5)));
    const appointment = { at: `${addDays(today, 30)}T15:00:00Z`, zone: 'America/New_York' };
    await enter(_id, { kind: 'exam notice', day: today, appointment });
    const { duties } = await open(_id);
    expect(duties.filter(({ state }) => state === 'open').map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['initial-denial/reconsideration', 'exam/remind-7', 'contract/file']),
    );
  });
});

describe('a duty', () => {
  async function signedAndDenied() {
    await signContract(deps);
    const { _id } = await onlyMatter();
    await enter(_id, denied(addDays(today, -10)));
    const { duties } = await open(_id);
    const appeal = duties.find(({ isAppeal }) => isAppeal);
    return { matter: _id, appeal: appeal?.id ?? '' };
  }

  it('is not ended by an outcome that its rule refuses, nor where it is unknown', async () => {
    const { matter, appeal } = await signedAndDenied();
    expect((await refusal(end(matter, appeal, {})))?.fields).toHaveProperty('confirmation');
    expect((await refusal(end(matter, 'nothing:there', {})))?.code).toBe('not-found');
    expect((await open(matter)).duties.find(({ id }) => id === appeal)?.state).toBe('open');
  });

  it('ends with what was done, and the next one is what is due', async () => {
    const { matter, appeal } = await signedAndDenied();
    await end(matter, appeal, { confirmation: 'R-1' });
    const { duties, matter: after } = await open(matter);
    expect(duties.find(({ id }) => id === appeal)).toMatchObject({
      state: 'done',
      outcome: { confirmation: 'R-1', by: 'ada' },
    });
    expect(after.next_due).toBe(duties.find(({ state }) => state === 'open')?.due);
  });

  it('is ended once by two people at the same moment', async () => {
    const { matter, appeal } = await signedAndDenied();
    const ended = await Promise.allSettled(
      ['R-1', 'R-2'].map((confirmation) => end(matter, appeal, { confirmation })),
    );
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('for an appeal is missed the day after its last one, and good cause is due then', async () => {
    await signContract(deps);
    const { _id } = await onlyMatter();
    await enter(_id, denied(addDays(today, -10)));
    await dutiesCollection.model(deps.portal).updateOne({ isAppeal: true }, { due: addDays(today, -1) });
    await passAllDays(deps);
    await passAllDays(deps);
    const { duties } = await open(_id);
    const byRule = Object.fromEntries(duties.map(({ rule, state }) => [rule, state]));
    expect(byRule).toMatchObject({
      'initial-denial/reconsideration': 'missed',
      'passed-appeal/good-cause': 'open',
    });
  });
});

it('is found by indexes, however many there are', async () => {
  const finds: [string, object, object][] = [
    ['duties', { state: 'open', due: { $lte: today } }, { due: 1, _id: 1 }],
    ['duties', { state: 'open', owner: 'ada', due: { $lte: today } }, { due: 1, _id: 1 }],
    ['duties', { state: 'open', isAppeal: true, due: { $lt: today } }, {}],
    ['duties', { state: 'open', rule: 'contract/sign' }, { due: 1, _id: 1 }],
    ['duties', { matter: 'M-26-0412' }, { due: 1, _id: 1 }],
    ['matters', { $or: [{ contract: new Types.ObjectId() }, { client_id: 'x' }] }, {}],
    ['matters', { 'ssn_lookup.h': 'x' }, {}],
    ['matters', { 'search_tokens.t': 'x', status: 'preparing' }, { opened_at: -1, _id: -1 }],
  ];
  for (const [collection, filter, sort] of finds) {
    const plan = JSON.stringify(
      await deps.portal
        .collection(collection)
        .find(filter)
        .sort(sort as never)
        .explain(),
    );
    expect([filter, /COLLSCAN|"SORT"/.test(plan)]).toEqual([filter, false]);
  }
});
