import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { empty, evaluationAnswers, expectNotice, openDeps, visitor } from '../../../tests/setup/deps.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await createStaff(
    { name: 'Rita Viewer', email: 'rita@example.com', password: 'correct horse battery' },
    deps,
  );
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox', 'limits'));
afterAll(() => deps.close());

async function reviewer() {
  const reviewer = visitor(deps);
  await reviewer.call.staff.signInWithEmail({ email: 'RITA@example.com', password: 'correct horse battery' });
  return reviewer.call;
}

let sent = 0;
async function evaluation(answers = {}) {
  sent += 1;
  await submissionHandlers['case-evaluation'].submit(
    { answers: { ...evaluationAnswers, ...answers }, key: `review-${sent}` },
    { deps },
  );
  const found = await deps.portal
    .collection('case_evaluations')
    .findOne({ submission_key: `review-${sent}` });
  return String(found?._id);
}

describe('reviewing case evaluations', () => {
  it('refuses every call without a staff session', async () => {
    const id = await evaluation();
    const { call } = visitor(deps);
    for (const attempt of [
      () => call.evaluations.list({}),
      () => call.evaluations.detail({ id }),
      () => call.evaluations.decide({ id, decision: 'approved' }),
      () => call.submissions.changes(),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'signed-out' });
    }
  });

  it('refuses invalid ids and decisions, and nonexistent records', async () => {
    const call = await reviewer();
    const id = await evaluation();
    await expect(call.evaluations.decide({ id, decision: 'pending' as never })).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(call.evaluations.detail({ id: { $ne: '' } as never })).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(call.evaluations.detail({ id: 'f'.repeat(24) })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(call.evaluations.decide({ id: 'f'.repeat(24), decision: 'approved' })).rejects.toMatchObject(
      {
        code: 'not-found',
      },
    );
  });

  it('sets the status, records who and when, and refuses to set the current status again', async () => {
    const call = await reviewer();
    const id = await evaluation();
    expect((await call.evaluations.detail({ id })).decisions).toEqual(['approved', 'rejected']);
    await call.evaluations.decide({ id, decision: 'approved' });
    expect((await call.evaluations.detail({ id })).decisions).toEqual(['rejected']);
    await expect(call.evaluations.decide({ id, decision: 'approved' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const [record] = await deps.portal.collection('case_evaluations').find({ status: 'approved' }).toArray();
    expect(record).toMatchObject({ reviewed_by: expect.any(String), reviewed_at: expect.any(Date) });
    await call.evaluations.decide({ id, decision: 'rejected', reason: 'other', seen: 'approved' });
    expect((await call.evaluations.detail({ id })).status).toBe('rejected');
  });

  it('is refused, and mails nothing, where it is decided already and whoever decides does not say that they saw it', async () => {
    const call = await reviewer();
    const id = await evaluation();
    await call.evaluations.decide({ id, decision: 'approved' });
    const before = await outboxCollection.model(deps.portal).countDocuments();
    await expect(
      call.evaluations.decide({ id, decision: 'rejected', reason: 'other' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect((await call.evaluations.detail({ id })).status).toBe('approved');
    expect(await outboxCollection.model(deps.portal).countDocuments()).toBe(before);
  });

  it('never overwrites the decision of a colleague by somebody who has not seen it, who may decide again', async () => {
    const [first, second] = [await reviewer(), await reviewer()];
    const id = await evaluation();
    await first.evaluations.decide({ id, decision: 'approved', seen: 'pending' });
    await expect(
      second.evaluations.decide({ id, decision: 'rejected', reason: 'other', seen: 'pending' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^This case evaluation is already approved. Decided by .+. Decide again if you/,
      ),
    });
    expect((await first.evaluations.detail({ id })).status).toBe('approved');
    await second.evaluations.decide({ id, decision: 'rejected', reason: 'other', seen: 'approved' });
    expect((await first.evaluations.detail({ id })).status).toBe('rejected');
  });

  it('lists newest first, 25 at a time, each once, however many there are', async () => {
    const call = await reviewer();
    for (let count = 0; count < 30; count += 1) await evaluation();
    const first = await call.evaluations.list({});
    const second = await call.evaluations.list({ cursor: first.next });
    expect([first.rows.length, second.rows.length, second.next]).toEqual([25, 5, null]);
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(30);
    const times = [...first.rows, ...second.rows].map(({ submittedAt }) => submittedAt);
    expect(times).toEqual([...times].sort().reverse());
    await expect(call.evaluations.list({ cursor: '{"$gt":""}' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it("shows the answers in the form's words, and N/A for a missing ZIP code", async () => {
    const call = await reviewer();
    const { zip_code: _, ...answers } = evaluationAnswers;
    await submissionHandlers['case-evaluation'].submit({ answers, key: 'without-zip' }, { deps });
    const { rows } = await call.evaluations.list({});
    expect(rows[0]).toMatchObject({ name: "Canaria O'Testwright", status: 'pending' });
    const detail = await call.evaluations.detail({ id: rows[0]?.id ?? '' });
    const shown = detail.sections.flatMap((section) => section.answers);
    expect(shown.find(({ field }) => field === 'zip_code')?.value).toBe('N/A');
    expect(shown.find(({ field }) => field === 'phone')?.value).toBe('(201) 555-0147');
    expect(shown.find(({ field }) => field === 'applied_before')).toMatchObject({
      question: expect.stringMatching(/\?$/),
      value: 'Yes',
    });
  });

  it('notifies an open page when an evaluation arrives', async () => {
    const id = await expectNotice(await reviewer(), 'evaluations', evaluation);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
  });
});
