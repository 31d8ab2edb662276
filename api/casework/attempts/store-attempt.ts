import { readEasternInput } from '@claimdesk/forms/eastern-time';
import type { Connection, mongo } from 'mongoose';
import { findCallAgain } from '#api/casework/submissions/call-by.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Attempt, type AttemptResult, attemptsCollection, lastResults } from './attempt.model.ts';

/** What staff say of a call. */
export interface MadeCall {
  /** The same call under the same key is recorded once. */
  key: string;
  result: AttemptResult;
  /** When to call again, in Eastern time, as `2026-11-30T10:00`. Left out, it is found in the office hours. */
  again?: string | undefined;
}

interface CallOf extends MadeCall, Pick<Attempt, 'kind' | 'record' | 'by'> {
  /** Undefined where it could not be read. */
  number: string | undefined;
}

/** @returns the row of a call that was made now. @throws DomainError `bad-input` for a time that has passed or does not fit the result. */
export async function newAttempt(
  { key: _id, kind, record, by, result, again, number }: CallOf,
  deps: Pick<Deps, 'keys' | 'payload' | 'content' | 'log'>,
): Promise<Attempt> {
  const at = new Date();
  const asked = again === undefined ? undefined : readAgain(again, result, at);
  const call_again_at = asked ?? (await findCallAgain(result, at, deps));
  const ring = await deps.keys.for(record);
  return {
    ...{ _id, kind, record, by, at, result },
    ...(call_again_at && { call_again_at }),
    ...(number !== undefined && { number: attemptsCollection.encrypt(ring, _id, 'number', number) }),
  };
}

/**
 * Stores a call, and what follows from it, in one transaction; what was stored before is stored no second time.
 *
 * @throws DomainError `conflict` when the key belongs to another call.
 */
export async function storeAttempt(
  row: Attempt,
  portal: Connection,
  follow: (session: mongo.ClientSession) => Promise<void>,
): Promise<void> {
  const model = attemptsCollection.model(portal);
  try {
    await inTransaction(portal, async (session) => {
      await model.create([row], { session });
      await follow(session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const earlier = await model.findOne({ _id: row._id }).lean<Attempt>();
    if (String(earlier?.record) !== String(row.record) || earlier?.result !== row.result)
      throw new DomainError('conflict', 'Another call was recorded here before. Open this page again.');
  }
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
