import { type Connection, trusted } from 'mongoose';
import {
  displayName,
  isActive,
  readStaffNames,
  type Staff,
  staffCollection,
} from '#api/accounts/staff/staff.model.ts';

/** A member of staff who works on something. */
export interface Owner {
  id: string;
  name: string;
}

/** @returns the members of staff with these ids, by id; those of deleted accounts are missing. */
export async function readOwners(
  ids: readonly (string | null)[],
  portal: Connection,
): Promise<Map<string, Owner>> {
  const names = await readStaffNames(
    ids.filter((id) => id !== null),
    portal,
  );
  return new Map([...names].map(([id, name]) => [id, { id, name }]));
}

/** @returns who can be given work: everybody who can log in and may change records, by name. */
export async function listOwners(portal: Connection): Promise<Owner[]> {
  const found = await staffCollection
    .model(portal)
    .find({ role: trusted({ $in: ['admin', 'reviewer'] }) })
    .lean<Staff[]>();
  return found
    .filter(isActive)
    .map((staff) => ({ id: staff._id, name: displayName(staff) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
