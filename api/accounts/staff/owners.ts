import { type Connection, trusted } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';
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

/** @returns the names, as contracts print them, of those who can countersign contracts. */
export async function listRepresentatives(portal: Connection): Promise<string[]> {
  const found = await staffCollection
    .model(portal)
    .find({ role: trusted({ $in: ['admin', 'reviewer'] }), representative_name: trusted({ $exists: true }) })
    .lean<Staff[]>();
  return found.filter(isActive).flatMap(({ representative_name }) => representative_name ?? []);
}

/** @param owner null for nobody. @param field of the form. @throws DomainError `bad-input` for somebody who cannot be given work. */
export async function requireOwner(owner: string | null, portal: Connection, field = 'owner'): Promise<void> {
  if (owner === null || (await listOwners(portal)).some(({ id }) => id === owner)) return;
  const text = 'Choose somebody who can log in and change records.';
  throw new DomainError('bad-input', text, { fields: { [field]: text } });
}

/** @param owner who has it now. @param what it is, such as `matter`. @returns the refusal where somebody else has got it meanwhile. */
export async function changedOwner(
  owner: string | null | undefined,
  what: string,
  portal: Connection,
): Promise<DomainError> {
  const name = owner && (await readStaffNames([owner], portal)).get(owner);
  const who = name ? `${name} has` : 'Nobody has';
  return new DomainError('conflict', `${who} this ${what} now. Choose again if you still want to.`);
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
