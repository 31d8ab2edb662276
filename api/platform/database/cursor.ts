import { Types, trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';

/** The kinds of ids that rows of lists have, each with how it is written and what it is in the database. */
const idKinds = {
  'object id': { pattern: /^[0-9a-f]{24}$/, parse: (id: string) => new Types.ObjectId(id) },
  uuid: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, parse: (id: string) => id },
} as const;

interface ListOptions {
  /** The same for the field and the id. */
  order?: 'newest first' | 'oldest first';
  ids?: keyof typeof idKinds;
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
  if (!time || !id || !pattern.test(id))
    throw new DomainError('bad-input', 'This page of the list does not exist.');
  const at = new Date(Number(time));
  const beyond = order === 'newest first' ? '$lt' : '$gt';
  return {
    // Where one scan of the index begins; the rows of the same moment are told apart by their ids.
    [field]: trusted({ [`${beyond}e`]: at }),
    $or: [{ [field]: trusted({ [beyond]: at }) }, { _id: trusted({ [beyond]: parse(id) }) }],
  };
}
