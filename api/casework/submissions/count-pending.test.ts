import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { countPending } from './count-pending.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations'));
afterAll(() => deps.close());

let made = 0;
async function store(count: number, status: string, more: object = {}): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    made += 1;
    return { reference: `R-${made}`, submission_key: `key-${made}`, status, created_at: new Date(), ...more };
  });
  await deps.portal.collection('case_evaluations').insertMany(rows);
}

describe('counting pending submissions', () => {
  it('counts only pending ones', async () => {
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 0,
      more: false,
      urgent: 0,
    });
    await store(3, 'pending');
    await store(2, 'approved');
    await store(2, 'rejected');
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 3,
      more: false,
      urgent: 0,
    });
  });

  it('is exact up to 99 and then says that there are more', async () => {
    await store(99, 'pending');
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 99,
      more: false,
      urgent: 0,
    });
    await store(1, 'pending');
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 99,
      more: true,
      urgent: 0,
    });
    await store(400, 'pending');
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 99,
      more: true,
      urgent: 0,
    });
  });

  it('says how many of them are about an appeal whose last day is ahead or just passed', async () => {
    const inDays = (days: number) => ({ appeal_by: new Date(addDays(easternToday(), days)) });
    await store(3, 'pending', inDays(0));
    await store(1, 'pending', inDays(-14));
    await store(5, 'pending', inDays(-15));
    await store(2, 'pending');
    await store(4, 'approved', inDays(9));
    expect(await countPending(submissionKinds.evaluations, { deps })).toEqual({
      count: 11,
      more: false,
      urgent: 4,
    });
    expect(await countPending(submissionKinds.applications, { deps })).toMatchObject({ urgent: 0 });
  });

  it('reads an index and no records', async () => {
    await store(200, 'pending');
    const plan = await deps.portal
      .collection('case_evaluations')
      .find({ status: 'pending' }, { projection: { _id: 0, status: 1 } })
      .limit(100)
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 0, totalKeysExamined: 100 });
  });
});
