import { Types, trusted } from 'mongoose';
import { DomainError } from './domain-error.ts';

/** @returns a position in a list of newest first, not a page number: rows that arrive meanwhile don't shift it. */
export function positionOf(at: Date, _id: Types.ObjectId): string {
  return `${at.getTime()}-${_id.toHexString()}`;
}

/** @param field by which the list is sorted. @throws DomainError `bad-input`. @returns the filter for what comes after. */
export function beyond(field: string, position: string): Record<string, unknown> {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(position) ?? [];
  if (!time || !id) throw new DomainError('bad-input', 'This page of the list does not exist.');
  const at = new Date(Number(time));
  return {
    $or: [{ [field]: trusted({ $lt: at }) }, { [field]: at, _id: trusted({ $lt: new Types.ObjectId(id) }) }],
  };
}
