import { startOfEasternDay } from '@claimdesk/forms/eastern-time';
import { trusted } from 'mongoose';
import { z } from 'zod';
import { addDays, type CalendarDate, readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Dated, Listing, ListOrder } from '#api/platform/database/cursor.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import { searchConditions } from '#api/platform/keys/search-tokens.ts';

/** How staff choose what a list shows. Values that a list does not know are refused in words for its page. */
export const filterShape = {
  status: z.string().max(20).optional(),
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  /** The id of a search: see `openSearch`. */
  search: z.string().max(40).optional(),
  /** `me` for what is the caller's own: see `ownerIn`. */
  owner: z.string().max(20).optional(),
};

export const listShape = z.strictObject({
  ...filterShape,
  sort: z.string().max(20).optional(),
  /** `next` of the page before. */
  cursor: z.string().max(60).nullish(),
  /** Sent by React Query's infinite queries; only one direction exists here. */
  direction: z.literal('forward').optional(),
});

export interface ListFilter {
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** What staff typed to search for. */
  query?: string | undefined;
  /** The id of the staff account whose records alone are shown. */
  owner?: string | undefined;
}

export interface ListRequest extends ListFilter {
  sort?: string | undefined;
  cursor?: string | null | undefined;
}

/** A collection that staff read as a list. */
export interface ListedCollection {
  collection: string;
  /** The date that the list is sorted and limited by. */
  field: string;
  /** Left out for object ids. */
  ids?: 'uuid' | 'code';
  /** The statuses of its records, the pending one first; left out where they have none. */
  statuses?: readonly string[];
  /** The status field of accounts, which are not sorted by it. Left out for `status`. */
  statusField?: string;
  /** @returns the id of the record that a search names by its whole number; undefined for any other search. */
  idIn?: (query: string) => string | undefined;
  /** Whether its records have an owner. */
  hasOwners?: boolean;
  /** Those that stand before all others, the earliest date of this field first, where no other order is asked for. */
  first?: Dated;
  /** Whether those that wait stand before the others where nothing else is asked for. */
  waitsFirst?: boolean;
  /** Those to be called, in the order in which they are; left out where nobody is called. */
  calls?: Listing['first'];
}

const orders = new Map<string, ListOrder>([
  ['newest', 'newest first'],
  ['oldest', 'oldest first'],
  // Those that wait for staff, then the others, each the newest first.
  ['pending', 'newest first'],
  // Those to be called, then the others, each the newest first.
  ['calls', 'newest first'],
]);

type Condition = Record<string, unknown>;

/** @returns the conditions of a filter. @throws DomainError `bad-input` with a sentence about what can't be. */
export function readFilter(
  filter: ListFilter,
  list: ListedCollection,
  keys: Pick<Keys, 'lookups'>,
): Condition[] {
  const { query } = filter;
  const _id = query === undefined ? undefined : list.idIn?.(query);
  return [
    ...daysCondition(filter, list.field),
    ...statusCondition(filter, list),
    ...ownerCondition(filter, list),
    ...(_id === undefined ? [] : [{ _id }]),
    ...(query === undefined || _id ? [] : searchConditions(keys.lookups, list.collection, query)),
  ];
}

/** @returns how to read a page of a list. @throws DomainError `bad-input` with a sentence about what can't be. */
export function readListing(
  request: ListRequest,
  list: ListedCollection,
  keys: Pick<Keys, 'lookups'>,
): Listing {
  const { sort = 'newest', cursor, status, query } = request;
  const order = orders.get(sort);
  const [waiting, ...others] = list.statuses ?? [];
  const isUnknown = sort === 'pending' ? !waiting || list.statusField : sort === 'calls' && !list.calls;
  if (!order || isUnknown)
    throw new DomainError('bad-input', 'Choose one of the orders that the list offers.', { reason: 'sort' });
  const whole = readFilter(request, list, keys);
  const part = (condition: Condition) => [{ $and: [condition, ...whole] }];
  const decided = { status: trusted({ $in: others }) };
  const within = ({ condition, field }: Dated) => ({ condition: { $and: [condition, ...whole] }, field });
  // Whoever is asked for by status or name is found in one order.
  const isPlain = !request.sort && query === undefined && !status;
  // A search looks for one person, and its index has one order.
  if (list.first && !request.sort && query === undefined && (!status || status === waiting)) {
    const { condition } = list.first;
    const isSplit = isPlain && list.waitsFirst;
    const rest = { $and: [isSplit ? { status: waiting } : {}, ...whole], $nor: [condition] };
    return {
      first: [[within(list.first)]],
      parts: [[rest], ...(isSplit ? [part(decided)] : [])],
      order,
      cursor,
    };
  }
  if (sort === 'calls' && list.calls)
    return { first: list.calls.map((each) => each.map(within)), parts: [part(decided)], order, cursor };
  const isSplit = sort === 'pending' ? !status : isPlain && list.waitsFirst;
  return { parts: isSplit ? [part({ status: waiting }), part(decided)] : [part({})], order, cursor };
}

/** A search names every status when it is for all of them, because that is how its index keeps the order of the list. */
function statusCondition(
  { status, query }: ListFilter,
  { statuses = [], statusField = 'status' }: ListedCollection,
): Condition[] {
  if (!status)
    return query === undefined || statuses.length === 0
      ? []
      : [{ [statusField]: trusted({ $in: [...statuses] }) }];
  if (!statuses.includes(status))
    throw new DomainError('bad-input', 'Choose one of the statuses that the list offers.', {
      reason: 'status',
    });
  return [{ [statusField]: status }];
}

/** @returns the id of the staff account whose records a request asks for. @throws DomainError `bad-input`. */
export function ownerIn(
  { owner }: { owner?: string | undefined },
  { userId }: { userId: string },
): string | undefined {
  if (!owner) return undefined;
  if (owner === 'me') return userId;
  throw new DomainError('bad-input', 'Choose one of the owners that the list offers.', { reason: 'owner' });
}

function ownerCondition({ owner }: ListFilter, { hasOwners }: ListedCollection): Condition[] {
  if (owner === undefined) return [];
  if (!hasOwners)
    throw new DomainError('bad-input', 'What is in this list has no owner.', { reason: 'owner' });
  return [{ owner }];
}

function daysCondition(filter: ListFilter, field: string): Condition[] {
  const { since, until } = readDays(filter);
  return [
    ...(since ? [{ [field]: trusted({ $gte: since }) }] : []),
    ...(until ? [{ [field]: trusted({ $lt: until }) }] : []),
  ];
}

/** @returns when the first day begins, and when the last one is over. @throws DomainError `bad-input`. */
export function readDays({ from, to }: Pick<ListFilter, 'from' | 'to'>) {
  const [first, last] = [from ? readDay(from) : undefined, to ? readDay(to) : undefined];
  if (first && last && first > last)
    throw new DomainError('bad-input', 'The last day must not be before the first day.', { reason: 'days' });
  return {
    since: first ? startOfEasternDay(first) : undefined,
    until: last ? startOfEasternDay(addDays(last, 1)) : undefined,
  };
}

function readDay(text: string): CalendarDate {
  const date = readCalendarDate(text);
  if (date) return date;
  throw new DomainError('bad-input', 'Enter each day as a date, such as 11/22/2026.', { reason: 'days' });
}
