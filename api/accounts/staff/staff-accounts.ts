import type { Connection, mongo } from 'mongoose';
import { withoutTwoStep } from '#api/accounts/two-step/make-two-step.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { StaffRole } from './roles.ts';
import { enqueueOwnerEmail } from './security-email.ts';
import {
  displayName,
  isActive,
  type RepresentativeStatus,
  type Staff,
  sharedAdminId,
  staffCollection,
  withoutCalendar,
  withoutLink,
} from './staff.model.ts';
import { staffDevices } from './staff-session.ts';

/** An account as admins see it. */
export interface StaffAccount {
  id: string;
  name: string;
  /** Null for the shared admin password. */
  email: string | null;
  role: StaffRole;
  /** The name with which it countersigns contracts; null where it is no representative's. */
  representativeName: string | null;
  representativeStatus: RepresentativeStatus | null;
  state: 'invited' | 'active' | 'disabled';
  /** Whether signing in asks for a code. */
  twoStep: boolean;
  passkeys: number;
  /** ISO 8601; null before the first sign-in. */
  lastSignInAt: string | null;
  /** Whether it is that of the caller. */
  own: boolean;
  shared: boolean;
  /** Sent with every change, so that unseen changes are not overwritten. */
  version: number;
}

/** An account, and the version of it that the caller saw. */
export interface SeenAccount {
  id: string;
  version: number;
}

/** More than any office has; the page shows all. */
const mostAccounts = 500;

/** @returns all accounts by name, that of the shared admin password first. */
export async function listAccounts(actorId: string, { portal }: Pick<Deps, 'portal'>) {
  const found = await staffCollection
    .model(portal)
    .find({})
    .collation({ locale: 'en', strength: 1 })
    .sort({ name: 1, _id: 1 })
    .limit(mostAccounts)
    .lean();
  const accounts = found.map((each) => presentAccount(each, actorId));
  return [...accounts.filter(({ shared }) => shared), ...accounts.filter(({ shared }) => !shared)];
}

/** @returns a named account. @throws DomainError `not-found`, also for the shared admin password. */
export async function readAccount(
  { id, actorId }: { id: string; actorId: string },
  { portal }: Pick<Deps, 'portal'>,
): Promise<StaffAccount> {
  return presentAccount(requireNamed(await staffCollection.model(portal).findById(id).lean()), actorId);
}

interface ChangedAccount extends SeenAccount {
  actorId: string;
  name: string;
  role: StaffRole;
  /** '' for an account that is no representative's; left out where that stays as it is. */
  representativeName?: string | undefined;
  /** '' where nobody says; left out where that stays as it is. */
  representativeStatus?: RepresentativeStatus | '' | undefined;
}

/**
 * Changes the name and role of an account, and whether it is a representative's.
 *
 * @throws DomainError `conflict` if it was changed in the meantime, `forbidden` for one's own role, `not-found`; `bad-input` for a
 * representative who may only look.
 */
export async function changeAccount(
  { actorId, name, role, representativeName, representativeStatus, ...seen }: ChangedAccount,
  deps: Pick<Deps, 'portal' | 'audit'>,
): Promise<void> {
  await manageAccount({ actorId, ...seen }, deps, (account): mongo.UpdateFilter<Staff> => {
    if (account._id === actorId && role !== account.role)
      throw new DomainError('forbidden', 'You cannot change your own role. Ask another administrator.');
    const representative_name = representativeName ?? account.representative_name ?? '';
    const representative_status = representativeStatus ?? account.representative_status ?? '';
    if (representative_name === '')
      return { $set: { name, role }, $unset: { representative_name: 1, representative_status: 1 } };
    if (role === 'read_only') {
      const text = 'A representative signs contracts, so the role has to be Reviewer or Administrator';
      throw new DomainError('bad-input', text, { fields: { role: text } });
    }
    return representative_status === ''
      ? { $set: { name, role, representative_name }, $unset: { representative_status: 1 } }
      : { $set: { name, role, representative_name, representative_status } };
  });
}

/**
 * Closes an account and ends its sessions, its link and the address of its calendar at once.
 *
 * @throws DomainError `conflict` if it was changed in the meantime, `forbidden` for one's own account, `not-found`.
 */
export async function disableAccount(
  { actorId, ...seen }: SeenAccount & { actorId: string },
  deps: Pick<Deps, 'portal' | 'staffSessions' | 'audit' | 'keys' | 'readFirm'>,
): Promise<void> {
  if (seen.id === actorId)
    throw new DomainError('forbidden', 'You cannot disable your own account. Ask another administrator.');
  const firm = await deps.readFirm();
  await manageAccount({ actorId, ...seen }, deps, async ({ email }, session) => {
    await enqueueOwnerEmail({ email, change: 'disabled-by-admin', firm }, deps, session);
    const $unset = { ...withoutLink.$unset, ...withoutCalendar };
    return { $set: { disabled_at: new Date() }, $unset };
  });
  await deps.staffSessions.revokeAll(seen.id);
  await staffDevices.forgetAll(seen.id, deps);
}

/** Opens a disabled account again, with the password that it had. @throws DomainError `conflict`, `not-found`. */
export async function enableAccount(
  { actorId, ...seen }: SeenAccount & { actorId: string },
  deps: Pick<Deps, 'portal' | 'audit'>,
): Promise<void> {
  await manageAccount({ actorId, ...seen }, deps, () => ({ $unset: { disabled_at: 1 } }));
}

/**
 * Turns off two-step sign-in for a user who lost both phone and recovery codes.
 *
 * @throws DomainError `conflict` if it was changed in the meantime, `forbidden` for one's own account, `not-found`.
 */
export async function endTwoStepOf(
  { actorId, ...seen }: SeenAccount & { actorId: string },
  deps: Pick<Deps, 'portal' | 'audit' | 'keys' | 'readFirm'>,
): Promise<void> {
  if (seen.id === actorId)
    throw new DomainError('forbidden', 'Turn off your own two-step login on the page of your account.');
  const firm = await deps.readFirm();
  await manageAccount({ actorId, ...seen }, deps, async ({ email }, session) => {
    await enqueueOwnerEmail({ email, change: 'two-step-off-by-admin', firm }, deps, session);
    return withoutTwoStep;
  });
}

/** Removes all passkeys of a user who lost a device. @throws DomainError `conflict`, `forbidden`, `not-found`. */
export async function removePasskeysOf(
  { actorId, ...seen }: SeenAccount & { actorId: string },
  deps: Pick<Deps, 'portal' | 'audit' | 'keys' | 'readFirm'>,
): Promise<void> {
  if (seen.id === actorId)
    throw new DomainError('forbidden', 'Remove your own passkeys on the page of your account.');
  const firm = await deps.readFirm();
  await manageAccount({ actorId, ...seen }, deps, async ({ email }, session) => {
    await enqueueOwnerEmail({ email, change: 'passkeys-removed-by-admin', firm }, deps, session);
    return { $unset: { passkeys: 1 } };
  });
}

/**
 * Changes an account as an admin, if it is still as the admin saw it. The names of the fields that change are on record before.
 *
 * The admin's own record is written too. So if two admins change each other, one waits for the other and is refused if it is
 * no longer an admin. The last to change an account is an active admin, so there always is one.
 *
 * @param change returns the update, or throws. It may run several times.
 */
export async function manageAccount(
  { id, version, actorId }: SeenAccount & { actorId: string },
  { portal, audit }: Pick<Deps, 'portal' | 'audit'>,
  change: (
    account: Staff,
    session: mongo.ClientSession,
  ) => mongo.UpdateFilter<Staff> | Promise<mongo.UpdateFilter<Staff>>,
): Promise<void> {
  const model = staffCollection.model(portal);
  const recordChange = changeRecorder(audit, {
    actor: `staff:${actorId}`,
    action: 'staffAccounts.changed',
    subject: id,
  });
  await inTransaction(portal, async (session) => {
    await requireAdmin(actorId, portal, session);
    const account = requireNamed(await model.findById(id).session(session).lean());
    if ((account.revision ?? 0) !== version) {
      const text = 'Somebody else changed this account in the meantime, so nothing was saved.';
      throw new DomainError('conflict', text, { title: 'Not saved' });
    }
    const update = await change(account, session);
    const removed = Object.fromEntries(Object.keys(update.$unset ?? {}).map((name) => [name, undefined]));
    await recordChange(changedFields(account, { ...account, ...update.$set, ...removed }));
    await model.updateOne(
      { _id: id },
      { ...update, $inc: { revision: 1 } },
      { session, runValidators: true },
    );
  });
}

/**
 * Writes the record of the admin who changes accounts, as part of the change.
 *
 * @throws DomainError `forbidden` when it is no longer that of an active admin.
 */
export async function requireAdmin(
  actorId: string,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<void> {
  const active = { _id: actorId, role: 'admin' as const, disabled_at: null };
  const { matchedCount } = await staffCollection
    .model(portal)
    .updateOne(active, { $set: { managed_at: new Date() } }, { session });
  if (matchedCount > 0) return;
  throw new DomainError('forbidden', 'Your account is no longer that of an administrator.');
}

/** @throws DomainError `not-found` without an account, and for the shared admin password. */
function requireNamed(account: Staff | null): Staff {
  if (account && account._id !== sharedAdminId) return account;
  throw new DomainError('not-found', 'This account was not found');
}

function presentAccount(account: Staff, actorId: string): StaffAccount {
  const { _id, email, role, disabled_at, last_sign_in_at, revision } = account;
  return {
    id: _id,
    name: displayName(account),
    email: email ?? null,
    role,
    representativeName: account.representative_name ?? null,
    representativeStatus: account.representative_status ?? null,
    state: disabled_at ? 'disabled' : isActive(account) ? 'active' : 'invited',
    twoStep: account.totp_confirmed_at !== undefined,
    passkeys: account.passkeys?.length ?? 0,
    lastSignInAt: last_sign_in_at?.toISOString() ?? null,
    own: _id === actorId,
    shared: _id === sharedAdminId,
    version: revision ?? 0,
  };
}
