import { type Model, Types, trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';

/** The kinds of ids that rows of lists have, each with how it is written and what it is in the database. */
const idKinds = {
  'object id': { pattern: /^[0-9a-f]{24}$/, parse: (id: string) => new Types.ObjectId(id) },
  uuid: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, parse: (id: string) => id },
  code: { pattern: /^[A-Z0-9-]{1,40}$/, parse: (id: string) => id },
} as const;

/** The same for the field and the id. */
export type ListOrder = 'newest first' | 'oldest first';

interface ListOptions {
  order?: ListOrder;
  ids?: keyof typeof idKinds;
}

const pageSize = 25;

type Filter = Record<string, unknown>;

/** A list that is read page by page. */
export interface Listing {
  /**
   * Conditions of its rows. Of several parts, one is read to its end before the next begins. A part has the rows that
   * match any of its alternatives, each of which needs an index in the order of the list.
   */
  parts: readonly (readonly Filter[])[];
  /**
   * Parts that are read before all others, the earliest date first, each alternative by a date of its own. Each needs an index in that
   * order.
   */
  first?: readonly (readonly Dated[])[];
  order: ListOrder;
  /** `next` of the page before. */
  cursor?: string | null | undefined;
}

/** Rows that match a condition, by one of their dates. */
export interface Dated {
  condition: Filter;
  field: string;
}

/** Rows that are read in one order. */
interface Part {
  alternatives: readonly Dated[];
  order: ListOrder;
}

/** @param options `field`: the date that the list is sorted by; `projection` leaves fields out. */
interface PageOptions<Row> {
  field: keyof Row & string;
  ids?: keyof typeof idKinds;
  projection?: Record<string, 0>;
}

interface Page<Row> {
  rows: Row[];
  /** Pass it back to get the next page; null at the end. */
  next: string | null;
}

/**
 * @returns the next 25 rows of a list. Each is on one page, however many arrive meanwhile; one that changes so that it belongs
 * to another part can be on two. @throws DomainError `bad-input`.
 */
export async function readPage<Row extends { _id: Types.ObjectId | string }>(
  model: Model<Row>,
  { first: before = [], parts: others, order, cursor }: Listing,
  { field, ids, projection = {} }: PageOptions<Row>,
): Promise<Page<Row>> {
  const [, inPart = '0', position] = /^(?:(\d)\.)?(.*)$/s.exec(cursor ?? '') ?? [];
  const first = Number(inPart);
  const parts: Part[] = [
    ...before.map((alternatives) => ({ alternatives, order: 'oldest first' as const })),
    ...others.map((conditions) => ({
      alternatives: conditions.map((condition) => ({ condition, field })),
      order,
    })),
  ];
  if (first >= parts.length) throw unknownPage();

  async function readPart({ alternatives, order }: Part, from: string | undefined) {
    const direction = order === 'newest first' ? -1 : 1;
    const found = await Promise.all(
      alternatives.map(async ({ condition, field: by }) => {
        const after = from ? [afterCursor(by, from, { order, ...(ids && { ids }) })] : [];
        const rows = await model
          .find({ $and: [condition, ...after] }, projection)
          .sort({ [by]: direction, _id: direction })
          .limit(pageSize + 1)
          .lean<Row[]>();
        return rows.map((row) => ({ row, at: Number(row[by as keyof Row]) }));
      }),
    );
    const [only = []] = found;
    if (found.length === 1) return only;
    return [...new Map(found.flat().map((each) => [String(each.row._id), each])).values()].sort(
      (one, other) => direction * (one.at - other.at || compareIds(one.row, other.row)),
    );
  }

  const found: { row: Row; part: number; at: number }[] = [];
  for (const [part, each] of [...parts.entries()].slice(first)) {
    if (found.length > pageSize) break;
    const rows = await readPart(each, part === first ? position : undefined);
    found.push(...rows.map((row) => ({ ...row, part })));
  }
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    rows: found.slice(0, pageSize).map(({ row }) => row),
    next: last ? (last.part ? `${last.part}.` : '') + encodeCursor(new Date(last.at), last.row._id) : null,
  };
}

function compareIds(one: { _id: unknown }, other: { _id: unknown }): number {
  return String(one._id) < String(other._id) ? -1 : 1;
}

function unknownPage(): DomainError {
  return new DomainError('bad-input', 'This page of the list does not exist.');
}

/** @returns a position in a list sorted by time and id. Unlike a page number, it does not shift when rows arrive. */
export function encodeCursor(at: Date, _id: Types.ObjectId | string): string {
  return `${at.getTime()}-${_id.toString()}`;
}

/**
 * @param field that the list is sorted by.
 * @returns the filter for the rows after the position.
 * @throws DomainError `bad-input`.
 */
export function afterCursor(
  field: string,
  position: string,
  { order = 'newest first', ids = 'object id' }: ListOptions = {},
): Record<string, unknown> {
  const { pattern, parse } = idKinds[ids];
  const [, time, id] = /^(\d{1,15})-(.+)$/.exec(position) ?? [];
  if (!time || !id || !pattern.test(id)) throw unknownPage();
  const at = new Date(Number(time));
  const beyond = order === 'newest first' ? '$lt' : '$gt';
  return {
    // Where one scan of the index begins; the rows of the same moment are told apart by their ids.
    [field]: trusted({ [`${beyond}e`]: at }),
    $or: [{ [field]: trusted({ [beyond]: at }) }, { _id: trusted({ [beyond]: parse(id) }) }],
  };
}
