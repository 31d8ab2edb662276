import type { AttemptResult } from '#api/casework/attempts/attempt.model.ts';
import { callBackBy, dayAndTime } from '#api/content/office-hours.ts';
import { readOfficeHours } from '#api/content/read-site.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

type Dependencies = Pick<Deps, 'payload' | 'content' | 'log'>;

/**
 * @returns by when the sender is called; undefined for a form whose senders are not called. Where no office hours can be
 * read, the submission is accepted and promises no time.
 */
export function findCallBy(
  { calls }: Pick<SubmissionKind, 'calls'>,
  received: Date,
  deps: Dependencies,
): Promise<Date | undefined> {
  return calls ? callIn(received, deps) : Promise.resolve(undefined);
}

/** @returns when to call again somebody who did not answer, as soon as somebody who writes now; undefined after any other result. */
export function findCallAgain(
  result: AttemptResult,
  called: Date,
  deps: Dependencies,
): Promise<Date | undefined> {
  const hasNotAnswered = result === 'voicemail' || result === 'no answer';
  return hasNotAnswered ? callIn(called, deps) : Promise.resolve(undefined);
}

async function callIn(received: Date, deps: Dependencies): Promise<Date | undefined> {
  try {
    return callBackBy(await readOfficeHours(deps), received) ?? undefined;
  } catch (error) {
    deps.log.error('call back not promised', { error: errorLocation(error) });
    return undefined;
  }
}

export interface CallBy {
  /** ISO 8601. */
  at: string;
  /** In Eastern time: `Monday, 10:00 AM`. */
  text: string;
  /** Below zero once it is late. */
  minutesLeft: number;
}

/** @returns null once somebody has called or it is decided, and where nothing was promised. */
export function presentCallBy(
  { status, call_by, attempts }: Pick<Submission, 'status' | 'call_by' | 'attempts'>,
  now = new Date(),
): CallBy | null {
  if (status !== 'pending' || !call_by || attempts) return null;
  const minutesLeft = Math.floor((call_by.getTime() - now.getTime()) / 60_000);
  return { at: call_by.toISOString(), text: dayAndTime(call_by, now), minutesLeft };
}

/** The calls that were made. */
export interface Called {
  times: number;
  result: AttemptResult;
  /** `isDue` once that time has come. */
  again: { at: string; text: string; isDue: boolean } | null;
}

/** @returns null before the first call, and once it is decided. */
export function presentCalled(
  {
    status,
    attempts: times,
    last_result: result,
    call_again_at: at,
  }: Pick<Submission, 'status' | 'attempts' | 'last_result' | 'call_again_at'>,
  now = new Date(),
): Called | null {
  if (status !== 'pending' || !times || !result) return null;
  const again = at ? { at: at.toISOString(), text: dayAndTime(at, now), isDue: at <= now } : null;
  return { times, result, again };
}

/** Earlier versions promised all senders a call within 24 hours. */
export const promisedCalls: Migration = {
  id: '2026-11-27-promised-calls',
  async run({ portal }) {
    await portal
      .collection('case_evaluations')
      .updateMany({ status: 'pending', call_by: { $exists: false } }, [
        { $set: { call_by: { $dateAdd: { startDate: '$created_at', unit: 'hour', amount: 24 } } } },
      ]);
  },
};
