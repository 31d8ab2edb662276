import { trusted } from 'mongoose';
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
  /** ISO 8601; null for not at all. */
  again: string | null;
  /** As stored; null where it could not be read when it was called. */
  number: string | null;
}

/** @returns the calls about a record, in the order in which they were made. */
export async function listAttempts(record: Attempt['record'], deps: Reading): Promise<ShownAttempt[]> {
  const { portal, keys } = deps;
  const found = await attemptsCollection.model(portal).find({ record }).sort({ at: 1 }).lean<Attempt[]>();
  if (found.length === 0) return [];
  const names = await readStaffNames(
    found.map(({ by }) => by),
    portal,
  );
  const ring = await keys.of(record);
  return found.map(({ _id, at, by, result, call_again_at, number }) => ({
    id: _id,
    at: at.toISOString(),
    who: names.get(by) ?? null,
    result,
    again: call_again_at?.toISOString() ?? null,
    number: number === undefined ? null : attemptsCollection.read(ring, _id, 'number', number, deps),
  }));
}

/** A call among other things that happened to somebody. */
export type ListedAttempt = Pick<ShownAttempt, 'id' | 'at' | 'who' | 'result'> & Pick<Attempt, 'record'>;

interface Newest {
  records: readonly Attempt['record'][];
  /** `time-…`: calls after that time are left out, those of the same moment are not; null for none. */
  cursor: string | null;
  limit: number;
}

/** @returns the newest calls about some records, newest first, without their numbers. */
export async function listNewestAttempts(
  { records, cursor, limit }: Newest,
  { portal }: Pick<Reading, 'portal'>,
): Promise<ListedAttempt[]> {
  const before = cursor === null ? {} : { at: trusted({ $lte: new Date(Number.parseInt(cursor, 10)) }) };
  const found = await attemptsCollection
    .model(portal)
    .find({ record: trusted({ $in: records }), ...before }, { number: 0 })
    .sort({ at: -1 })
    // One more: the call at which the page before ended.
    .limit(limit + 1)
    .lean<Attempt[]>();
  const names = await readStaffNames(
    found.map(({ by }) => by),
    portal,
  );
  return found.map(({ _id: id, record, at, by, result }) => ({
    ...{ id, record, result, at: at.toISOString() },
    who: names.get(by) ?? null,
  }));
}
