import { callBackBy, dayAndTime } from '#api/content/office-hours.ts';
import { readOfficeHours } from '#api/content/read-site.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/**
 * @returns by when the sender is called; undefined for a form that promises no call. Where no office hours can be read,
 * the submission is accepted and promises no time.
 */
export async function findCallBy(
  { site }: Pick<SubmissionKind, 'site'>,
  received: Date,
  deps: Pick<Deps, 'payload' | 'content' | 'log'>,
): Promise<Date | undefined> {
  if (!site.sent.contact) return undefined;
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
  isLate: boolean;
}

/** @returns null once it is decided, and where nothing was promised. */
export function presentCallBy(
  { status, call_by }: Pick<Submission, 'status' | 'call_by'>,
  now = new Date(),
): CallBy | null {
  if (status !== 'pending' || !call_by) return null;
  return { at: call_by.toISOString(), text: dayAndTime(call_by, now), isLate: call_by < now };
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
