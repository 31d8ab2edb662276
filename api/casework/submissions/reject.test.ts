import { rejectionReasons } from '@claimdesk/forms/define-intake';
import { getForm } from '@claimdesk/forms/registry';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deliverOutbox } from '#api/platform/email/deliver-outbox.ts';
import type { EmailWithAttachments } from '#api/platform/email/mailer.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { makeJobs } from '#api/platform/jobs/jobs.ts';
import { site } from '../../../seed/site.ts';
import {
  addStaff,
  codes,
  refusal,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import {
  applicationAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { replaceAnswers, sendEvaluation } from '../../../tests/setup/submissions.ts';
import { submissionHandlers } from '../intake/submission-handlers.ts';
import type { Rejection } from './submission.model.ts';

let deps: Deps;
let robinId: string;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer', 'Robin');
  robin = await staffSession(robinId, deps);
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
  deps.content.forget();
});
beforeEach(() => empty(deps, 'case_evaluations', 'attorney_applications', 'outbox', 'attempts'));
afterAll(() => deps.close());

const evaluations = () => submissionKinds.evaluations.collection.model(deps.portal);
const stored = (id: string) => evaluations().findById(id).lean().orFail();
const letters = () => outboxCollection.model(deps.portal).find({ kind: 'evaluation-declined' }).lean();

/** @returns the id of an evaluation that was sent. */
const send = async (answers: Partial<typeof evaluationAnswers> = {}) =>
  (await sendEvaluation(deps, answers)).id;

function reject(id: string, more: object = {}, { call }: Visitor = robin) {
  return call.evaluations.decide({ id, decision: 'rejected', reason: 'has a lawyer', ...more });
}
const takeBack = (id: string, { call }: Visitor = robin) => call.evaluations.takeBack({ id });

/** Ten minutes pass. */
const passTen = () => outboxCollection.model(deps.portal).updateMany({}, { $set: { due_at: new Date() } });

/** Sends what is due. @returns what was sent of letters. */
async function deliver(): Promise<EmailWithAttachments[]> {
  const sent: EmailWithAttachments[] = [];
  const { portal, keys, log } = deps;
  const mailer = { send: async (email: EmailWithAttachments) => void sent.push(email) };
  await makeJobs([deliverOutbox({ portal, keys, mailer, log })], deps).runDue('mail');
  return sent.filter(({ subject }) => subject === 'About your case evaluation');
}

describe('rejecting an evaluation', () => {
  it('is refused without a reason, and for one that there is not', async () => {
    const id = await send();
    expect(await refusal(reject(id, { reason: undefined }))).toMatchObject({
      code: 'bad-input',
      fields: { reason: expect.any(String) },
    });
    expect((await refusal(reject(id, { reason: 'bad luck' })))?.code).toBe('bad-input');
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    expect(await letters()).toEqual([]);
  });

  it('asks for one of the reasons of its definition', () => {
    expect(staffForms.rejection.schema.properties?.reason?.enum).toEqual(rejectionReasons);
    const { rejection } = submissionKinds.evaluations;
    const fields = Object.keys(getForm('case-evaluation').ui.fields);
    for (const { when } of rejection?.suggests ?? []) expect(fields).toContain(when.field);
  });

  it('queues the letter for in ten minutes in the same transaction, and no second one for a second click', async () => {
    const id = await send();
    const tried = await codes([reject(id, { seen: 'pending' }), reject(id, { seen: 'pending' })]);
    expect(tried).toEqual({ done: 1, conflict: 1 });
    const [letter, ...more] = await letters();
    expect(more).toEqual([]);
    const waitMs = Number(letter?.due_at) - Number(letter?.created_at);
    expect([waitMs > 590_000, waitMs <= 600_000]).toEqual([true, true]);
    expect(await deliver()).toEqual([]);
    await passTen();
    expect(await deliver()).toMatchObject([{ to: evaluationAnswers.email }]);
  });

  it('writes the same letter whatever the reason, with the first name and nothing else that was answered', async () => {
    const texts = [];
    for (const reason of rejectionReasons.slice(0, 2)) {
      const id = await send({ anything_else: 'Canary of the answers' } as never);
      await evaluations().updateOne({ _id: id }, { $set: { reference: 'K7QH-M9XC' } });
      await reject(id, { reason });
      await passTen();
      texts.push((await deliver())[0]?.text);
      await empty(deps, 'case_evaluations');
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain(`Dear ${evaluationAnswers.first_name}: thank you`);
    const { first_name: _, email, ...others } = evaluationAnswers;
    for (const answer of [...Object.values(others).filter((text) => text.length > 3), email, 'Canary of'])
      expect(texts[0]).not.toContain(answer);
    expect(texts[0]).not.toMatch(/lawyer|above the limit/);
  });

  it.each([
    [30, 'Your last day to appeal is '],
    [-3, 'You may still be able to appeal.'],
    [null, 'the time to appeal keeps running'],
  ])('repeats the last day to appeal: in %s days', async (days, words) => {
    const id = await send();
    const appeal_by = new Date(new Date().toISOString().slice(0, 10));
    appeal_by.setUTCDate(appeal_by.getUTCDate() + (days ?? 0));
    if (days !== null) await evaluations().updateOne({ _id: id }, { $set: { appeal_by } });
    const { letter } = await robin.call.evaluations.rejection({ id });
    expect(letter?.paragraphs.join('\n')).toContain(words);
  });

  it('mails nothing where no address is known or can be read, and says so before', async () => {
    const { email: _, ...answers } = evaluationAnswers;
    const [without, damaged] = [await send(), await send()];
    await replaceAnswers('case_evaluations', (await stored(without)).submission_key, answers, deps);
    await evaluations().updateOne({ _id: damaged }, { $set: { answers: 'v1.damaged' } });
    for (const id of [without, damaged]) {
      expect((await robin.call.evaluations.rejection({ id })).letter).toBeNull();
      await reject(id);
      expect((await stored(id)).rejection).not.toHaveProperty('letter');
    }
    expect(await letters()).toEqual([]);
  });

  it('suggests the reason that the answers and calls give', async () => {
    const suggested = async (id: string) => (await robin.call.evaluations.rejection({ id })).suggested;
    const none = { has_lawyer: 'no', currently_working: 'no', out_of_work_12_months: 'yes' };
    const id = await send(none);
    expect(await suggested(id)).toBeNull();
    expect(await suggested(await send({ ...none, currently_working: 'yes' }))).toBe('works above the limit');
    expect(await suggested(await send({ ...none, has_lawyer: 'yes' }))).toBe('has a lawyer');
    expect(await suggested(await send({ ...none, out_of_work_12_months: 'no' }))).toBe(
      'not out of work long enough',
    );
    await evaluations().updateOne({ _id: id }, { $set: { last_result: 'wrong number' } });
    expect(await suggested(id)).toBe('could not be reached');
  });

  it('shows staff the reason, which is stored encrypted, and what became of the letter', async () => {
    const id = await send();
    await reject(id);
    const shown = async () => (await robin.call.evaluations.detail({ id })).rejection;
    expect(await shown()).toMatchObject({ reason: 'has a lawyer', letter: { state: 'waits' } });
    expect(JSON.stringify(await stored(id))).not.toContain('has a lawyer');
    await passTen();
    await deliver();
    expect(await shown()).toMatchObject({ letter: { state: 'sent' } });
    await outboxCollection.model(deps.portal).deleteMany({});
    expect(await shown()).toMatchObject({ letter: { state: 'sent' } });
  });

  it('is previewed by nobody who may not decide, and not for kinds that have no letter', async () => {
    const id = await send();
    const previews = [visitor(deps), await staffMember(deps, 'read_only')].map(({ call }) =>
      call.evaluations.rejection({ id }),
    );
    expect(await codes(previews)).toEqual({ 'signed-out': 1, forbidden: 1 });
    expect((await refusal(robin.call.applications.rejection({ id })))?.code).toBe('not-found');
  });
});

describe('taking a rejection back', () => {
  it('is for nobody who may not decide, and for nothing that is not rejected', async () => {
    const id = await send();
    await reject(id);
    const reader = await staffMember(deps, 'read_only');
    const tried = [
      takeBack(id, visitor(deps)),
      takeBack(id, reader),
      takeBack('f'.repeat(24)),
      takeBack('x'),
    ];
    expect(await codes(tried)).toEqual({ 'signed-out': 1, forbidden: 1, 'not-found': 1, 'bad-input': 1 });
    expect((await refusal(takeBack(await send())))?.code).toBe('conflict');
    expect(await stored(id)).toMatchObject({ status: 'rejected' });
    expect(await letters()).toHaveLength(1);
  });

  it('is refused once the letter has gone out, or somebody has begun to send it', async () => {
    const [sent, tried] = [await send(), await send()];
    await reject(sent);
    await passTen();
    await deliver();
    await reject(tried);
    await outboxCollection.model(deps.portal).updateOne({ state: 'queued' }, { $inc: { attempts: 1 } });
    for (const id of [sent, tried]) {
      expect(await refusal(takeBack(id))).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^The letter has gone out/),
      });
      expect(await stored(id)).toMatchObject({ status: 'rejected' });
    }
  });

  it('makes it what it was before, and deletes the letter', async () => {
    const [fresh, approved] = [await send(), await send()];
    await robin.call.evaluations.decide({ id: approved, decision: 'approved' });
    const before = await Promise.all([stored(fresh), stored(approved)]);
    await reject(fresh);
    await reject(approved, { seen: 'approved' });
    const { rows } = await robin.call.evaluations.list({});
    expect(rows.map(({ takeBackUntil }) => takeBackUntil)).toEqual([expect.any(String), expect.any(String)]);
    for (const id of [fresh, approved]) await takeBack(id);
    expect(await Promise.all([stored(fresh), stored(approved)])).toEqual(before);
    expect(await letters()).toEqual([]);
    expect((await refusal(takeBack(fresh)))?.code).toBe('conflict');
    const entries = await deps.audit.entries
      .find({ action: 'evaluations.takeBack', subject: fresh })
      .toArray();
    expect(entries[0]).toMatchObject({ actor: `staff:${robinId}` });
  });

  it('and sending the letter: one of the two happens, however close they come', async () => {
    const taken: string[] = [];
    const ids = await Promise.all(Array.from({ length: 12 }, () => send()));
    await passTen();
    await deliver();
    for (const id of ids) await reject(id);
    await passTen();
    const [sent] = await Promise.all([
      Promise.all([deliver(), deliver()]),
      ...ids.map((id) =>
        takeBack(id).then(
          () => taken.push(id),
          () => undefined,
        ),
      ),
    ]);
    const states = await Promise.all(ids.map(async (id) => (await stored(id)).status));
    expect(states.filter((status) => status === 'pending')).toHaveLength(taken.length);
    expect(sent.flat()).toHaveLength(ids.length - taken.length);
  });

  it('happens by itself when it is approved instead: its sender gets no letter', async () => {
    const id = await send();
    await reject(id);
    await robin.call.evaluations.decide({ id, decision: 'approved', seen: 'rejected' });
    expect(await letters()).toEqual([]);
    expect(await stored(id)).not.toHaveProperty('rejection');
  });

  it('works for ten minutes where there is no letter', async () => {
    const { reference } = await submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: 'application' },
      { deps },
    );
    const model = submissionKinds.applications.collection.model(deps.portal);
    const id = String((await model.findOne({ reference }).lean())?._id);
    const reviewed = robin.call.applications;
    await reviewed.decide({ id, decision: 'rejected' });
    await reviewed.takeBack({ id });
    expect((await reviewed.detail({ id })).status).toBe('pending');
    await reviewed.decide({ id, decision: 'rejected' });
    const until = { 'rejection.until': new Date() } as unknown as Partial<Rejection>;
    await model.updateOne({ _id: new Types.ObjectId(id) }, { $set: until });
    expect(await refusal(reviewed.takeBack({ id }))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/more than ten minutes ago/),
    });
  });

  it('is impossible once the evaluation is deleted, and the letter with it', async () => {
    const id = await send();
    await reject(id);
    const admin = await staffMember(deps, 'admin');
    await admin.call.evaluations.remove({ id, reason: 'The sender asked for it' });
    expect((await refusal(takeBack(id)))?.code).toBe('not-found');
    expect(await letters()).toEqual([]);
  });
});
