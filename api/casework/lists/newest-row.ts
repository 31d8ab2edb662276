import type { Model, Types } from 'mongoose';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type ListedCollection, type ListFilter, readFilter } from './list-request.ts';

/** Counting stops here: above this, the exact number costs time and is of no use. */
export const maxNewer = 100;

/** How many rows are newer than one: exact below 100, else 99 and `more`. */
export interface NewerRows {
  count: number;
  more: boolean;
}

/** Without the search: a count of what it finds would say something about people, off the record. */
export type CountedFilter = Pick<ListFilter, 'status' | 'from' | 'to'>;

interface ListedRows<Row> {
  model: Model<Row>;
  list: ListedCollection;
  deps: Pick<Deps, 'keys'>;
}

/**
 * @returns the position of the newest row that matches a filter, whatever the order of the list; null without one, and for a
 * search. Read it before the page, so that no row that arrives in between is missed.
 * @throws DomainError `bad-input`.
 */
export async function readNewest<Row extends { _id: Types.ObjectId | string }>(
  { status, from, to, query }: ListFilter,
  { model, list, deps }: ListedRows<Row>,
): Promise<string | null> {
  if (query !== undefined) return null;
  const found = await newestFirst(model, [{}, ...readFilter({ status, from, to }, list, deps.keys)], list, 1);
  const [newest] = found;
  return newest ? encodeCursor(new Date(Number(newest[list.field as keyof Row])), newest._id) : null;
}

/**
 * Counts the rows that a filter leaves and that are newer than a position, from the index of the list.
 *
 * @param since what `readNewest` said; null where there was no row. @throws DomainError `bad-input`.
 */
export async function countNewer<Row extends { _id: Types.ObjectId | string }>(
  { since, status, from, to }: CountedFilter & { since: string | null },
  { model, list, deps }: ListedRows<Row>,
): Promise<NewerRows> {
  const ids = list.ids ? { ids: list.ids } : {};
  const newer = since === null ? {} : afterCursor(list.field, since, { order: 'oldest first', ...ids });
  const conditions = [newer, ...readFilter({ status, from, to }, list, deps.keys)];
  return shown((await newestFirst(model, conditions, list, maxNewer)).length);
}

/** @param found at most `maxNewer`. */
export function shown(found: number): NewerRows {
  return { count: Math.min(found, maxNewer - 1), more: found >= maxNewer };
}

/** Sorted, so that the database reads the index of the list and no other. */
function newestFirst<Row extends { _id: Types.ObjectId | string }>(
  model: Model<Row>,
  conditions: Record<string, unknown>[],
  { field }: ListedCollection,
  limit: number,
): Promise<Row[]> {
  return model
    .find({ $and: conditions }, { [field]: 1 })
    .sort({ [field]: -1, _id: -1 })
    .limit(limit)
    .lean<Row[]>()
    .exec();
}
