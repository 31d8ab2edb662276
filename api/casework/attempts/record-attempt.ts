import { readEasternInput } from '@claimdesk/forms/eastern-time';
import type { Session } from '#api/accounts/sessions.ts';
import { findCallAgain } from '#api/casework/submissions/call-by.ts';
import { readAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { findSubmission } from '#api/casework/submissions/list-submissions.ts';
import { setStatus } from '#api/casework/submissions/set-status.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { dayAndTime } from '#api/content/office-hours.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Attempt, type AttemptResult, attemptsCollection, lastResults } from './attempt.model.ts';
import { findNextToCall } from './next-to-call.ts';

interface Made {
  /** The id of the submission that the call was about. */
  id: string;
  /** The same call under the same key is recorded once. */
  key: string;
  result: AttemptResult;
  /** When to call again, in Eastern time, as `2026-11-30T10:00`. Left out, it is found in the office hours. */
  again?: string | undefined;
}

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
 * @throws DomainError `not-found`; `bad-input` for a time that has passed or does not fit the result; `conflict` when the key
 * belongs to another call.
 */
export async function recordAttempt(
  kind: SubmissionKind,
  { id, key, result, again }: Made,
  { deps, staff }: CallContext,
): Promise<Recorded> {
  const { portal, keys } = deps;
  const { userId: by } = staff;
  const submission = await findSubmission(kind, id, deps);
  const { _id: record } = submission;
  const at = new Date();
  const asked = again === undefined ? undefined : readAgain(again, result, at);
  const call_again_at = asked ?? (await findCallAgain(result, at, deps));
  const number = (await readAnswers(kind.collection, submission, deps))?.phone;
  const ring = await keys.for(record);
  const row: Attempt = {
    _id: key,
    kind: kind.name,
    ...{ record, by, at, result },
    ...(call_again_at && { call_again_at }),
    ...(typeof number === 'string' && { number: attemptsCollection.encrypt(ring, key, 'number', number) }),
  };
  const decision = result === 'reached' ? kind.calls?.reached : undefined;
  try {
    await inTransaction(portal, async (session) => {
      const model = kind.collection.model(portal);
      await attemptsCollection.model(portal).create([row], { session });
      const before = await model.findOneAndUpdate(
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
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const earlier = await attemptsCollection.model(portal).findOne({ _id: key }).lean<Attempt>();
    if (!earlier?.record.equals(record) || earlier.result !== result)
      throw new DomainError('conflict', 'Another call was recorded here before. Open this page again.');
  }
  deps.log.info('call recorded', { staff: by, kind: kind.name });
  return {
    again: call_again_at ? dayAndTime(call_again_at, at) : null,
    next: await findNextToCall(kind, by, portal),
  };
}

/** Longer than that is a mistyped year. */
const furthestDays = 90;

function readAgain(again: string, result: AttemptResult, now: Date): Date {
  const refused = (message: string) =>
    new DomainError('bad-input', message, { fields: { again_day: message } });
  if (lastResults.includes(result)) throw refused('Leave it blank: after this result nobody calls again');
  const at = readEasternInput(again);
  if (!at || at <= now || at.getTime() - now.getTime() > furthestDays * 86_400_000)
    throw refused(`Enter a day and a time within the next ${furthestDays} days`);
  return at;
}
