import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  ssnOf,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';

let deps: Deps;
let robin: Visitor;
let robinId: string;
let samId: string;
beforeAll(async () => {
  deps = await openDeps();
  [robinId, samId] = [await addStaff(deps, 'reviewer'), await addStaff(deps, 'reviewer', 'Sam')];
  robin = await staffSession(robinId, deps);
});
beforeEach(() =>
  empty(deps, 'case_evaluations', 'call_requests', 'signed_contracts', 'matters', 'duties', 'clients'),
);
afterAll(() => deps.close());

const waiting = (scope: 'mine' | 'all' = 'all', who = robin) => who.call.matters.waiting({ scope });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const change = (collection: string, id: string, fields: object) =>
  deps.portal.collection(collection).updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });

/** @returns the id of an evaluation that was just sent, by what is stored of its calls. */
async function evaluation(fields: object): Promise<string> {
  const { id } = await sendEvaluation(deps);
  await change('case_evaluations', id, fields);
  return id;
}

async function askForCall(name: string): Promise<string> {
  const answers = { name, phone: '(201) 555-0147', best_time: 'midday', topic: 'pin' };
  const { reference } = await submissionHandlers['call-request'].submit(
    { answers, key: randomUUID() },
    { deps },
  );
  return String((await deps.portal.collection('call_requests').findOne({ reference }))?._id);
}

it('who waits is read by staff alone', async () => {
  const client = await clientSession(await addClient(deps), deps);
  expect(await codes([waiting('all', visitor(deps)), waiting('mine', client)])).toEqual({ 'signed-out': 2 });
});

describe('evaluations to call', () => {
  it('come by their promised time, and again when it is time, and are gone once they are decided', async () => {
    const later = await evaluation({ call_by: inHours(3) });
    const late = await evaluation({ call_by: inHours(-2) });
    const called = { attempts: 1, last_result: 'voicemail', attempted_at: inHours(-9) };
    const again = await evaluation({ call_by: inHours(-9), ...called, call_again_at: inHours(-1) });
    await evaluation({ call_by: inHours(-9), ...called, call_again_at: inHours(5) });
    await evaluation({ call_by: inHours(-3), status: 'approved' });
    const { evaluations } = await waiting();
    expect(evaluations.rows.map(({ id }) => id)).toEqual([late, again, later]);
    expect(evaluations).toMatchObject({ count: 3, more: false });
    const [first, second] = evaluations.rows;
    expect(first?.callBy?.minutesLeft).toBeLessThan(-115);
    expect(first?.phone?.href).toMatch(/^tel:/);
    expect(second?.called).toMatchObject({ times: 1, again: { isDue: true } });
  });

  it('are those that are somebody’s or nobody’s, where somebody asks for theirs', async () => {
    const own = await evaluation({ call_by: inHours(2), owner: robinId });
    const nobodys = await evaluation({ call_by: inHours(1) });
    const sams = await evaluation({ call_by: inHours(3), owner: samId });
    const ids = async (scope: 'mine' | 'all') => (await waiting(scope)).evaluations.rows.map(({ id }) => id);
    expect(await ids('mine')).toEqual([nobodys, own]);
    expect(await ids('all')).toEqual([nobodys, own, sams]);
    expect((await waiting('mine')).evaluations.count).toBe(2);
    expect((await waiting()).evaluations.rows.map(({ owner }) => owner?.name)).toEqual([
      undefined,
      'Robin',
      'Sam',
    ]);
  });

  it('are counted beyond those that are shown, by indexes alone', async () => {
    const id = await evaluation({ call_by: inHours(1) });
    const rows = deps.portal.collection('case_evaluations');
    const { _id: _, ...stored } = (await rows.findOne({ _id: new Types.ObjectId(id) })) ?? {};
    await rows.insertMany(
      Array.from({ length: 120 }, (_each, at) => ({
        ...stored,
        reference: `R${at}`,
        submission_key: `k${at}`,
      })),
    );
    const { answer, queries } = await profile(deps.portal, /^(case_evaluations|call_requests|clients)$/, () =>
      waiting(),
    );
    expect(answer.evaluations).toMatchObject({ count: 99, more: true });
    expect(answer.evaluations.rows).toHaveLength(5);
    expect(queries.length).toBeGreaterThan(4);
    for (const read of queries) {
      expect(read.planSummary).toMatch(/^(IXSCAN|IDHACK|EXPRESS|COUNT_SCAN)/);
      expect(read.hasSortStage).toBeUndefined();
      expect(read.docsExamined).toBeLessThanOrEqual(101);
    }
  });
});

describe('replies', () => {
  it('are requests for a call, those without a promised time first', async () => {
    const promised = await askForCall('Jo Canary');
    await change('call_requests', promised, { call_by: inHours(-1) });
    const old = await askForCall('Al Canary');
    await deps.portal
      .collection('call_requests')
      .updateOne({ _id: new Types.ObjectId(old) }, { $unset: { call_by: 1 } });
    const { callRequests } = await waiting();
    expect(callRequests.rows.map(({ id, name }) => [id, name])).toEqual([
      [old, 'Al Canary'],
      [promised, 'Jo Canary'],
    ]);
    await robin.call.callRequests.recordAttempt({ id: old, key: randomUUID(), result: 'reached' });
    expect((await waiting()).callRequests.count).toBe(1);
  });

  it('are documents that nobody has opened: confirmed clients first, then who has waited longest', async () => {
    await signContract(deps);
    const confirmed = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
    await confirmAccount(confirmed, robin, deps);
    const stranger = await addClient(deps, { ssn: ssnOf(7) });
    const clients = deps.portal.collection<{ _id: string }>('clients');
    const since = new Date('2026-01-05T12:00:00Z');
    await clients.updateOne({ _id: stranger }, { $set: { unread_since: since } });
    await clients.updateOne({ _id: confirmed }, { $set: { unread_since: new Date('2026-01-06T12:00:00Z') } });
    const { documents } = await waiting('mine');
    expect(documents).toMatchObject({ count: 2, more: false });
    expect(documents.rows).toMatchObject([
      { id: confirmed, name: "Canaria O'Testwright" },
      { id: stranger, name: null, since: since.toISOString() },
    ]);
    expect(JSON.stringify(documents)).not.toContain(ssnOf(7));
  });
});
