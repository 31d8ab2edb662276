import { Types, trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';

/** @returns a position in a list sorted newest first. Unlike a page number, it does not shift when rows arrive. */
export function encodeCursor(at: Date, _id: Types.ObjectId): string {
  return `${at.getTime()}-${_id.toHexString()}`;
}

/** @param field that the list is sorted by. @returns the filter for the rows after it. @throws DomainError `bad-input`. */
export function afterCursor(field: string, position: string): Record<string, unknown> {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(position) ?? [];
  if (!time || !id) throw new DomainError('bad-input', 'This page of the list does not exist.');
  const at = new Date(Number(time));
  return {
    $or: [{ [field]: trusted({ $lt: at }) }, { [field]: at, _id: trusted({ $lt: new Types.ObjectId(id) }) }],
  };
}
