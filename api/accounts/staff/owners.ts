import { type Connection, trusted } from 'mongoose';
import { displayName, isActive, type Staff, staffCollection } from './staff.model.ts';

/** A member of staff who works on something. */
export interface Owner {
  id: string;
  /** Null once the account was deleted. */
  name: string | null;
}

/** @returns who can be given work: everybody who can log in and may change records, by name. */
export async function listOwners(portal: Connection): Promise<{ id: string; name: string }[]> {
  const found = await staffCollection
    .model(portal)
    .find({ role: trusted({ $in: ['admin', 'reviewer'] }) })
    .lean<Staff[]>();
  return found
    .filter(isActive)
    .map((staff) => ({ id: staff._id, name: displayName(staff) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
