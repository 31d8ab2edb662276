import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { presentCallBy, presentCalled, promisedCalls } from './call-by.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

describe('the calls to a sender', () => {
  const again = new Date('2026-11-30T15:00:00Z');
  const called = { attempts: 2, last_result: 'voicemail', call_again_at: again } as const;

  it.each([
    ['nobody has called', { status: 'pending' }],
    ['it is decided', { status: 'approved', ...called }],
  ] as const)('are not on the list of staff where %s', (_why, submission) => {
    expect(presentCalled(submission)).toBeNull();
  });

  it('are on it with their number, the last result, and the day of the next one until that has come', () => {
    const of = (now: string) => presentCalled({ status: 'pending', ...called }, new Date(now));
    const next = { at: '2026-11-30T15:00:00.000Z', text: 'Monday, 10:00\u00a0AM', isDue: false };
    expect(of('2026-11-28T15:00:00Z')).toEqual({ times: 2, result: 'voicemail', again: next });
    expect(of('2026-11-30T15:00:00Z')?.again).toMatchObject({ isDue: true });
    expect(presentCalled({ status: 'pending', attempts: 1, last_result: 'reached' })).toEqual({
      times: 1,
      result: 'reached',
      again: null,
    });
  });
});

describe('the call that a sender was promised', () => {
  const call_by = new Date('2026-11-30T15:00:00Z');

  it.each([
    ['nothing was promised', { status: 'pending' }],
    ['it is approved', { status: 'approved', call_by }],
    ['it is rejected', { status: 'rejected', call_by }],
    ['somebody has called', { status: 'pending', call_by, attempts: 1 }],
  ] as const)('is not on the list of staff where %s', (_why, submission) => {
    expect(presentCallBy(submission)).toBeNull();
  });

  it('is on the list of staff by its day, and is late once its time is past', () => {
    const of = (now: string) => presentCallBy({ status: 'pending', call_by }, new Date(now));
    const on = { at: '2026-11-30T15:00:00.000Z', text: 'Monday, 10:00\u00a0AM' };
    expect(of('2026-11-30T13:20:00Z')).toEqual({ ...on, minutesLeft: 100 });
    expect(of('2026-11-30T15:00:01Z')).toEqual({ ...on, minutesLeft: -1 });
    expect(of('2026-12-08T15:00:00Z')?.text).toBe('November 30, 2026, 10:00\u00a0AM');
  });

  it('is 24 hours for pending evaluations of earlier versions, as these told all senders', async () => {
    const evaluations = deps.portal.collection('case_evaluations');
    const created_at = new Date('2026-11-20T23:30:00Z');
    const rows = [{ status: 'pending' }, { status: 'approved' }, { status: 'pending', call_by }].map(
      (row, at) => ({
        _id: new Types.ObjectId(),
        reference: `R${at}`,
        submission_key: `${at}`,
        created_at,
        ...row,
      }),
    );
    await evaluations.insertMany(rows);
    for (let run = 0; run < 2; run += 1) await promisedCalls.run(deps);
    const found = await evaluations.find().sort({ _id: 1 }).toArray();
    expect(found.map((row) => row.call_by)).toEqual([new Date('2026-11-21T23:30:00Z'), undefined, call_by]);
  });
});
