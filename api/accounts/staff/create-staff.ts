import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/platform/deps.ts';
import { hashPassword } from './password.ts';
import type { StaffRole } from './roles.ts';
import { type Staff, sharedAdminId, staffCollection } from './staff.model.ts';

/**
 * Creates a named account for the back office, or sets the password of the account with this email.
 *
 * @param role of a new account; an admin when left out.
 * @returns the account's id. @throws mongoose's ValidationError on values that don't fit the model.
 */
export async function createStaff(
  { name, email, password, role }: { name: string; email: string; password: string; role?: StaffRole },
  deps: Pick<Deps, 'portal' | 'staffSessions'>,
): Promise<string> {
  const found = await staffCollection.model(deps.portal).findOne({ email: email.toLowerCase() }).lean();
  return save({ _id: found?._id ?? randomUUID(), name, email: email.toLowerCase(), role }, password, deps);
}

export function setSharedPassword(
  password: string,
  deps: Pick<Deps, 'portal' | 'staffSessions'>,
): Promise<string> {
  return save({ _id: sharedAdminId, name: 'Administrator' }, password, deps);
}

export async function hasStaff({ portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  return (await staffCollection.model(portal).exists({ _id: sharedAdminId })) !== null;
}

async function save(
  account: Pick<Staff, '_id' | 'name' | 'email'> & { role?: StaffRole | undefined },
  password: string,
  { portal, staffSessions }: Pick<Deps, 'portal' | 'staffSessions'>,
): Promise<string> {
  const { _id, role = 'admin', ...fields } = account;
  const password_hash = await hashPassword(password);
  await staffCollection
    .model(portal)
    .updateOne(
      { _id },
      { $set: { ...fields, password_hash }, $setOnInsert: { role, created_at: new Date() } },
      { upsert: true, runValidators: true },
    );
  await staffSessions.revokeAll(_id);
  return _id;
}
