import type { Session } from '#api/accounts/sessions.ts';
import { readAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { findSubmission } from '#api/casework/submissions/list-submissions.ts';
import { setStatus } from '#api/casework/submissions/set-status.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { dayAndTime } from '#api/content/office-hours.ts';
import type { Deps } from '#api/platform/deps.ts';
import { findNextToCall } from './next-to-call.ts';
import { type MadeCall, newAttempt, storeAttempt } from './store-attempt.ts';

interface CallContext {
  deps: Pick<Deps, 'portal' | 'keys' | 'payload' | 'content' | 'log'>;
  staff: Pick<Session, 'userId'>;
}

export interface Recorded {
  /** When to call again, in Eastern time: `Monday, 10:00 AM`; null for not at all. */
  again: string | null;
  /** The id of the submission whose sender waits longest for a call; null where nobody does. */
  next: string | null;
}

/**
 * Records a call, and on the submission what lists show of its calls, in one transaction. The first call keeps the promise of
 * `call_by`. Where reaching somebody is all that was asked for, it decides on the submission too.
 *
 * @param made `id`: of the submission that the call was about. @throws DomainError `not-found`; else as `newAttempt` and `storeAttempt`.
 */
export async function recordAttempt(
  kind: SubmissionKind,
  { id, ...made }: MadeCall & { id: string },
  { deps, staff }: CallContext,
): Promise<Recorded> {
  const { portal } = deps;
  const { userId: by } = staff;
  const submission = await findSubmission(kind, id, deps);
  const { _id: record } = submission;
  const phone = (await readAnswers(kind.collection, submission, deps))?.phone;
  const number = typeof phone === 'string' ? phone : undefined;
  const row = await newAttempt({ ...made, kind: kind.name, record, by, number }, deps);
  const { at, result, call_again_at } = row;
  const decision = result === 'reached' ? kind.calls?.reached : undefined;
  await storeAttempt(row, portal, async (session) => {
    const before = await kind.collection.model(portal).findOneAndUpdate(
      { _id: record },
      {
        $min: { attempted_at: at },
        $inc: { attempts: 1 },
        $set: { last_result: result, ...(call_again_at && { call_again_at }) },
        ...(call_again_at ? {} : { $unset: { call_again_at: 1 } }),
      },
      { session },
    );
    if (decision && before?.status === 'pending')
      await setStatus(kind, { id, decision, seen: 'pending' }, { deps, staff }, session);
  });
  deps.log.info('call recorded', { staff: by, kind: kind.name });
  return {
    again: call_again_at ? dayAndTime(call_again_at, at) : null,
    next: await findNextToCall(kind, by, portal),
  };
}
