import { mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { decisions } from '#api/casework/submissions/submission-status.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { applicationAnswers, empty, expectNotice, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { replaceAnswers } from '../../../tests/setup/submissions.ts';

let deps: Deps;
let call: ReturnType<typeof visitor>['call'];
let reviewer: string;
const anybody = () => visitor(deps).call;

beforeAll(async () => {
  deps = await openDeps();
  const account = { email: 'rita.applications@example.com', password: 'correct horse battery' };
  reviewer = await createStaff({ name: 'Rita Viewer', ...account }, deps);
  ({ call } = visitor(deps));
  await call.staff.signInWithEmail(account);
});
beforeEach(async () => {
  await empty(deps, 'attorney_applications', 'outbox');
  await attorneyModel(deps.payload).deleteMany({});
  deps.content.forget();
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

let sent = 0;
async function application(answers: object = {}): Promise<string> {
  sent += 1;
  const key = `review-application-${sent}`;
  await submissionHandlers['attorney-application'].submit(
    { answers: { ...applicationAnswers, ...answers }, key },
    { deps },
  );
  const found = await deps.portal.collection('attorney_applications').findOne({ submission_key: key });
  return String(found?._id);
}

const record = () => deps.portal.collection('attorney_applications').findOne({});
const listed = () => attorneyModel(deps.payload).find({}).lean();

describe('reviewing attorney applications', () => {
  it('refuses every call without a staff session', async () => {
    const id = await application();
    const { applications, submissions } = anybody();
    for (const attempt of [
      () => applications.list({}),
      () => applications.detail({ id }),
      () => applications.pending(),
      () => applications.decide({ id, decision: 'approved' }),
      () => applications.decide({ id, decision: 'rejected' }),
      () => submissions.changes(),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'signed-out' });
    }
    expect(await record()).toMatchObject({ status: 'pending' });
    expect(await listed()).toEqual([]);
  });

  it.each([
    ['an operator', { $ne: '' }],
    ['a list', ['0123456789abcdef01234567']],
    ['a word', 'all'],
    ['nothing', undefined],
  ])('refuses %s as an id', async (_what, id) => {
    await application();
    for (const decision of decisions) {
      await expect(call.applications.decide({ id, decision } as never)).rejects.toMatchObject({
        code: 'bad-input',
      });
    }
    expect(await record()).toMatchObject({ status: 'pending' });
  });

  it('does not find a nonexistent application, or an evaluation', async () => {
    const id = 'f'.repeat(24);
    const { applications } = call;
    for (const attempt of [
      () => applications.detail({ id }),
      ...decisions.map((decision) => () => applications.decide({ id, decision })),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'not-found',
        message: 'This attorney application was not found.',
      });
    }
  });

  it('decides each application once; a second decision is refused and names the current status and who decided', async () => {
    const rejected = await application();
    expect((await call.applications.detail({ id: rejected })).decisions).toEqual(['approved', 'rejected']);
    await call.applications.decide({ id: rejected, decision: 'rejected' });
    expect((await call.applications.detail({ id: rejected })).decisions).toEqual([]);
    for (const decision of decisions) {
      await expect(call.applications.decide({ id: rejected, decision })).rejects.toMatchObject({
        code: 'conflict',
        message: 'This attorney application is already rejected. Decided by Rita Viewer.',
      });
    }
    expect(await listed()).toEqual([]);
    const approved = await application();
    await call.applications.decide({ id: approved, decision: 'approved' });
    await expect(call.applications.decide({ id: approved, decision: 'rejected' })).rejects.toMatchObject({
      message: 'This attorney application is already approved. Decided by Rita Viewer.',
    });
    expect(await listed()).toHaveLength(1);
  });

  it('lets one of many simultaneous decisions win, and lists the attorney at most once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await application();
      const attempts = Array.from({ length: 6 }, (_, at) =>
        at % 3 === 2
          ? call.applications.decide({ id, decision: 'rejected' })
          : call.applications.decide({ id, decision: 'approved' }),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
      }
      const { status } = await call.applications.detail({ id });
      const entries = await attorneyModel(deps.payload).countDocuments({ application: id });
      expect(entries).toBe(status === 'approved' ? 1 : 0);
    }
  });

  it('records who approved and when, and the directory finds the attorney at once', async () => {
    const id = await application();
    await anybody().attorneys.search({ q: 'applewright' });
    await call.applications.decide({ id, decision: 'approved' });
    expect(await record()).toMatchObject({
      status: 'approved',
      reviewed_by: reviewer,
      reviewed_at: expect.any(Date),
    });
    const { attorneys, total } = await anybody().attorneys.search({ q: 'applewright', state: 'NJ' });
    expect(total).toBe(1);
    const { phone: _, ...public_ } = applicationAnswers;
    expect(attorneys[0]).toMatchObject({ ...public_, phone: '(201) 555-0163' });
    expect((await anybody().attorneys.search({})).states).toEqual([
      { code: 'NJ', name: 'New Jersey', count: 1 },
    ]);
  });

  it('accepts every application that the form accepts, without changing a character', async () => {
    const id = await application({
      name: 'N'.repeat(120),
      firm: 'F'.repeat(120),
      city: 'C'.repeat(60),
      specialties: Array.from({ length: 20 }, (_, at) => `${at} `.padEnd(60, 's')),
      bio: 'b'.repeat(2_000),
      state: 'AS',
      years_experience: 80,
    });
    await call.applications.decide({ id, decision: 'approved' });
    expect(await listed()).toHaveLength(1);
  });

  it('says what the directory rejects, and leaves the application pending', async () => {
    const id = await application();
    // As an older form may have accepted it.
    const key = `review-application-${sent}`;
    await replaceAnswers('attorney_applications', key, { ...applicationAnswers, state: 'XX' }, deps);
    await expect(call.applications.decide({ id, decision: 'approved' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'The directory does not take this application as it is: State.',
    });
    expect(await record()).toMatchObject({ status: 'pending' });
    expect(await listed()).toEqual([]);
    await call.applications.decide({ id, decision: 'rejected' });
  });
});

describe('the approval transaction', () => {
  it('leaves both databases untouched when adding the attorney fails midway', async () => {
    const id = await application();
    const create = vi.spyOn(deps.payload, 'create').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(call.applications.decide({ id, decision: 'approved' })).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
    });
    create.mockRestore();
    expect(await record()).toMatchObject({ status: 'pending' });
    expect(await record()).not.toHaveProperty('reviewed_by');
    expect(await listed()).toEqual([]);
    await call.applications.decide({ id, decision: 'approved' });
    expect(await listed()).toHaveLength(1);
  });

  it('leaves both databases untouched when the commit fails after all writes', async () => {
    const id = await application();
    const commit = vi
      .spyOn(mongo.ClientSession.prototype, 'commitTransaction')
      .mockRejectedValue(new Error('the primary is gone'));
    await expect(call.applications.decide({ id, decision: 'approved' })).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
    });
    expect(await record()).toMatchObject({ status: 'pending' });
    commit.mockRestore();
    expect(await listed()).toEqual([]);
  });

  it('allows only one attorney per application, enforced by an index', async () => {
    const id = await application();
    await call.applications.decide({ id, decision: 'approved' });
    const indexes = await attorneyModel(deps.payload).collection.indexes();
    expect(indexes.find(({ key }) => 'application' in key)).toMatchObject({ unique: true, sparse: true });
    const again = { ...applicationAnswers, state: 'NJ' as const, listed: true, application: id };
    await expect(deps.payload.create({ collection: 'attorneys', data: again })).rejects.toThrow();
    const { application: _, ...byHand } = again;
    await deps.payload.create({ collection: 'attorneys', data: byHand });
    await deps.payload.create({ collection: 'attorneys', data: byHand });
    expect(await listed()).toHaveLength(3);
  });

  it('leaves no CMS transaction open', async () => {
    const { sessions } = deps.payload.db as unknown as { sessions: Record<string, unknown> };
    expect(Object.keys(sessions)).toEqual([]);
  });
});

describe('the list of attorney applications', () => {
  it("shows the table's columns, newest first", async () => {
    await application({ name: 'Older One', years_experience: 1 });
    await application();
    const { rows, next } = await call.applications.list({});
    expect(next).toBeNull();
    expect(rows.map(({ name }) => name)).toEqual([applicationAnswers.name, 'Older One']);
    expect(rows[0]?.columns).toEqual([
      { field: 'firm', title: 'Firm', value: applicationAnswers.firm },
      { field: 'location', title: 'Location', value: 'Trenton, NJ' },
      { field: 'years_experience', title: 'Experience', value: '12 years' },
    ]);
    expect(rows[1]?.columns.at(-1)?.value).toBe('1 year');
  });

  it('shows every answer in the details', async () => {
    const { sections } = await call.applications.detail({ id: await application() });
    const shown = Object.fromEntries(
      sections.flatMap(({ answers }) => answers).map(({ field, value }) => [field, value]),
    );
    expect(shown).toMatchObject({
      name: applicationAnswers.name,
      phone: '(201) 555-0163',
      specialties: expect.stringContaining('SSI for children'),
      bio: applicationAnswers.bio,
    });
  });

  it('counts pending applications, not decided ones', async () => {
    const [first, second] = [await application(), await application()];
    await application();
    await call.applications.decide({ id: first, decision: 'approved' });
    await call.applications.decide({ id: second, decision: 'rejected' });
    expect(await call.applications.pending()).toEqual({ count: 1, more: false, urgent: 0 });
  });

  it('notifies an open page when an application arrives', async () => {
    const id = await expectNotice(call, 'applications', application);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
  });
});
