import { Types, trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';

/** @returns a position in a list sorted by time and id. Unlike a page number, it does not shift when rows arrive. */
export function encodeCursor(at: Date, _id: Types.ObjectId): string {
  return `${at.getTime()}-${_id.toHexString()}`;
}

/**
 * @param field that the list is sorted by.
 * @param order of the list, the same for the field and the id.
 * @returns the filter for the rows after the position.
 * @throws DomainError `bad-input`.
 */
export function afterCursor(
  field: string,
  position: string,
  order: 'newest first' | 'oldest first' = 'newest first',
): Record<string, unknown> {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(position) ?? [];
  if (!time || !id) throw new DomainError('bad-input', 'This page of the list does not exist.');
  const at = new Date(Number(time));
  const beyond = order === 'newest first' ? '$lt' : '$gt';
  return {
    // Where one scan of the index begins; the rows of the same moment are told apart by their ids.
    [field]: trusted({ [`${beyond}e`]: at }),
    $or: [{ [field]: trusted({ [beyond]: at }) }, { _id: trusted({ [beyond]: new Types.ObjectId(id) }) }],
  };
}
