import type { Types } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type Attempt, type AttemptResult, attemptsCollection } from './attempt.model.ts';

export interface ShownAttempt {
  id: string;
  /** ISO 8601 */
  at: string;
  /** The name of the staff account; null once it was deleted. */
  who: string | null;
  result: AttemptResult;
  /** As stored; null where it could not be read when it was called. */
  number: string | null;
}

/** @returns the calls about a record, in the order in which they were made. */
export async function listAttempts(record: Types.ObjectId, deps: Reading): Promise<ShownAttempt[]> {
  const { portal, keys } = deps;
  const found = await attemptsCollection.model(portal).find({ record }).sort({ at: 1 }).lean<Attempt[]>();
  if (found.length === 0) return [];
  const names = await readStaffNames(
    found.map(({ by }) => by),
    portal,
  );
  const ring = await keys.of(record);
  return found.map(({ _id, at, by, result, number }) => ({
    id: _id,
    at: at.toISOString(),
    who: names.get(by) ?? null,
    result,
    number: number === undefined ? null : attemptsCollection.read(ring, _id, 'number', number, deps),
  }));
}
