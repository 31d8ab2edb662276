import { randomUUID } from 'node:crypto';
import { easternInput } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
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
import { profile } from '../../../tests/setup/profile.ts';
import { sendEvaluation } from '../../../tests/setup/submissions.ts';
import { attemptResults, attemptsCollection } from './attempt.model.ts';
import { purgeEndedAttempts } from './purge-attempts.ts';

const hourMs = 3_600_000;

let deps: Deps;
let robinId: string;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
  deps.content.forget();
});
beforeEach(() => empty(deps, 'attempts', 'case_evaluations', 'call_requests', 'outbox', 'staff_notices'));
afterAll(() => deps.close());

const stored = () => attemptsCollection.model(deps.portal).find().lean();
const evaluations = () => submissionKinds.evaluations.collection.model(deps.portal);

/** @returns the id of an evaluation that was sent. */
async function send(own: Partial<Submission> = {}): Promise<string> {
  const { id } = await sendEvaluation(deps);
  if (Object.keys(own).length > 0) await evaluations().updateOne({ _id: id }, { $set: own });
  return id;
}

async function requestCall(): Promise<string> {
  const answers = { name: 'Jo Canary', phone: '(201) 555-0147', best_time: 'midday', topic: 'pin' };
  await submissionHandlers['call-request'].submit({ answers, key: randomUUID() }, { deps });
  return String((await deps.portal.collection('call_requests').findOne())?._id);
}

function record(id: string, more: object = {}, { call }: Visitor = robin) {
  return call.evaluations.recordAttempt({ id, key: randomUUID(), result: 'voicemail', ...more });
}

/** @returns a time as staff type it. */
const inHours = (hours: number) => easternInput(Date.now() + hours * hourMs);

describe('a call', () => {
  it('is recorded by nobody who is signed out, no client, and no account that may only look', async () => {
    const id = await send();
    const client = await clientSession(await addClient(deps), deps);
    expect(await codes([record(id, {}, visitor(deps)), record(id, {}, client)])).toEqual({ 'signed-out': 2 });
    expect((await refusal(record(id, {}, await staffMember(deps, 'read_only'))))?.code).toBe('forbidden');
    expect(await stored()).toEqual([]);
  });

  it('is refused about what does not exist, and with a result or a key that is none', async () => {
    const id = await send();
    expect((await refusal(record('f'.repeat(24))))?.code).toBe('not-found');
    expect(await codes([record(id, { result: 'busy' }), record(id, { key: 'x' })])).toEqual({
      'bad-input': 2,
    });
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['that has passed', { again: inHours(-1) }],
    ['in three months', { again: inHours(91 * 24) }],
    ['without an hour', { again: '2026-11-30T' }],
    ['although the number is wrong', { result: 'wrong number', again: inHours(1) }],
    ['although the person asked to stop', { result: 'asked to stop', again: inHours(1) }],
  ])('is not to be repeated at a time %s', async (_when, more) => {
    const id = await send();
    const found = await refusal(record(id, more));
    expect(found).toMatchObject({ code: 'bad-input', fields: { again_day: expect.any(String) } });
    expect(await evaluations().findById(id).lean()).not.toHaveProperty('attempts');
  });

  it('of another record, or with another result, is not recorded under its key', async () => {
    const [id, other] = [await send(), await send()];
    const key = randomUUID();
    await record(id, { key });
    const others = [record(other, { key }), record(id, { key, result: 'reached' })];
    expect(await codes(others)).toEqual({ conflict: 2 });
    expect((await robin.call.evaluations.detail({ id: other })).attempts).toEqual([]);
  });

  it('is recorded once under its key, also by five requests at the same moment', async () => {
    const id = await send();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => record(id, { key })));
    expect(await stored()).toHaveLength(1);
    expect(await evaluations().findById(id).lean()).toMatchObject({ attempts: 1 });
  });

  it('keeps the promise from the first one on, which stays on the list with how often and when again', async () => {
    const id = await send({ call_by: new Date(Date.now() - 3 * hourMs) });
    const row = async () => (await robin.call.evaluations.list({})).rows[0];
    expect(await row()).toMatchObject({ callBy: { minutesLeft: -181 }, called: null });
    await record(id, { result: 'no answer' });
    const first = (await evaluations().findById(id).lean())?.attempted_at;
    expect(first).toBeInstanceOf(Date);
    await record(id, { again: inHours(30) });
    expect((await evaluations().findById(id).lean())?.attempted_at).toEqual(first);
    expect(await row()).toMatchObject({
      callBy: null,
      called: { times: 2, result: 'voicemail', again: { isDue: false } },
    });
  });

  it('that nobody answered is repeated within the office hours; one with any other result is not', async () => {
    const id = await send();
    for (const result of attemptResults) {
      const { again } = await record(id, { result });
      expect([result, again !== null]).toEqual([result, ['voicemail', 'no answer'].includes(result)]);
      const found = await evaluations().findById(id).lean();
      expect([result, found?.call_again_at !== undefined]).toEqual([result, again !== null]);
      expect(found?.last_result).toBe(result);
    }
  });

  it('is in the details with who called when and at which number, which is encrypted', async () => {
    const id = await send();
    await record(id, { result: 'reached' });
    const { attempts } = await robin.call.evaluations.detail({ id });
    expect(attempts).toMatchObject([{ who: 'Robin', result: 'reached', number: '2015550147' }]);
    expect(JSON.stringify(await stored())).not.toContain('5550147');
  });

  it('is on record with its result', async () => {
    const id = await send();
    await record(id, { result: 'wrong number' });
    expect(
      await deps.audit.entries.findOne({ action: 'evaluations.recordAttempt', subject: id }),
    ).toMatchObject({
      actor: `staff:${robinId}`,
      details: { result: 'wrong number' },
    });
  });

  it('that reaches somebody decides a request for a call, and leaves an evaluation to be decided', async () => {
    const [request, evaluation] = [await requestCall(), await send()];
    const reached = { key: randomUUID(), result: 'reached' } as const;
    await robin.call.callRequests.recordAttempt({ id: request, ...reached });
    const called = await robin.call.callRequests.detail({ id: request });
    expect(called).toMatchObject({
      status: 'approved',
      reviewedBy: 'Robin',
      attempts: [{ result: 'reached' }],
    });
    await record(evaluation, { result: 'reached' });
    expect(await robin.call.evaluations.detail({ id: evaluation })).toMatchObject({
      status: 'pending',
      called: { times: 1, result: 'reached', again: null },
    });
  });

  it('to somebody who asked for it has a clock too', async () => {
    await requestCall();
    const { rows } = await robin.call.callRequests.list({});
    expect(rows).toMatchObject([
      { callBy: { minutesLeft: expect.any(Number) }, phone: { href: 'tel:+12015550147' } },
    ]);
  });

  it('ends with its record: where staff delete it, and where retention does', async () => {
    const [removed, expired, kept] = [await send(), await send(), await send()];
    for (const id of [removed, expired, kept]) await record(id);
    const admin = await staffMember(deps, 'admin');
    await admin.call.evaluations.remove({ id: removed, reason: 'The sender asked for it' });
    const left = async () => (await stored()).map((attempt) => String(attempt.record));
    expect(await left()).toEqual([expired, kept]);
    await submissionKinds.evaluations.collection.remove(deps.portal, { _id: new Types.ObjectId(expired) });
    expect(await purgeEndedAttempts(deps)).toBe(1);
    expect(await left()).toEqual([kept]);
    expect(await purgeEndedAttempts(deps)).toBe(0);
  });
});

describe('who is called next', () => {
  const past = new Date(Date.now() - 5 * hourMs);

  it('is nobody where all are decided, were called, or are a colleague’s', async () => {
    const id = await send();
    await send({ status: 'approved' });
    await send({ attempts: 1, attempted_at: past, last_result: 'reached' });
    await send({ owner: await addStaff(deps, 'reviewer') });
    expect((await record(id)).next).toBeNull();
  });

  it('is whose time comes first, of a promised call or to be called again', async () => {
    const id = await send();
    const late = await send({ call_by: past });
    await send();
    const mine = await send({ call_by: new Date(past.getTime() - hourMs), owner: robinId });
    expect((await record(id)).next).toBe(mine);
    expect((await record(mine)).next).toBe(late);
    await evaluations().updateOne({ _id: mine }, { $set: { call_again_at: new Date(past.getTime() - 1) } });
    expect((await record(id)).next).toBe(mine);
  });

  it('is the first of the list in call order, which has those to be called later after them, and the decided last', async () => {
    const decided = await send();
    await robin.call.evaluations.decide({ id: decided, decision: 'approved' });
    const ids = [await send({ call_by: past }), await send(), await send({ call_by: new Date(0) })];
    const listed = async () => {
      const { rows } = await robin.call.evaluations.list({ sort: 'calls' });
      return rows.map(({ id }) => id);
    };
    const [first, second, third] = [ids[2] ?? '', ids[0] ?? '', ids[1] ?? ''];
    expect(await listed()).toEqual([first, second, third, decided]);
    expect((await record(first)).next).toBe(second);
    expect(await listed()).toEqual([second, third, first, decided]);
    await evaluations().updateOne({ _id: first }, { $set: { call_again_at: new Date(past.getTime() - 1) } });
    expect((await record(third)).next).toBe(first);
    expect(await listed()).toEqual([first, second, third, decided]);
    await record(first, { result: 'reached' });
    expect(await listed()).toEqual([second, third, first, decided]);
  });

  it('is read from indexes, however many wait', { tags: 'thorough' }, async () => {
    const id = await send();
    const { _id, ...one } = (await evaluations().findById(id).lean().orFail()) as Submission;
    await evaluations().insertMany(
      Array.from({ length: 400 }, (_, at) => ({
        ...one,
        reference: randomUUID(),
        submission_key: randomUUID(),
        call_by: new Date(past.getTime() + at),
        ...(at % 2 && { attempts: 1, last_result: 'voicemail', call_again_at: past }),
      })),
    );
    const { queries } = await profile(deps.portal, /^case_evaluations$/, () => record(id));
    expect(queries.length).toBeGreaterThan(0);
    for (const read of queries) {
      expect(read.planSummary).toMatch(/^(IXSCAN|IDHACK|EXPRESS)/);
      expect(read.hasSortStage).toBeUndefined();
      expect(read.keysExamined).toBeLessThan(5);
    }
    const list = await profile(deps.portal, /^case_evaluations$/, () =>
      robin.call.evaluations.list({ sort: 'calls' }),
    );
    for (const read of list.queries) {
      expect(read.planSummary).toMatch(/^IXSCAN/);
      // Only the few are sorted whom nobody promised a time.
      if (read.hasSortStage) expect(read.keysExamined).toBeLessThan(5);
    }
  });
});
