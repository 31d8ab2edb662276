import { type Connection, trusted } from 'mongoose';
import { displayName, isActive, readStaffNames, type Staff, staffCollection } from './staff.model.ts';

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

/** @returns the members of staff with these ids, by id; those of deleted accounts are missing. */
export async function readOwners(
  ids: readonly (string | null)[],
  portal: Connection,
): Promise<Map<string, { id: string; name: string }>> {
  const known = ids.filter((id) => id !== null);
  const names = await readStaffNames(known, portal);
  return new Map([...names].map(([id, name]) => [id, { id, name }]));
}
