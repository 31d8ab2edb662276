import { trusted } from 'mongoose';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { requireNamedAccount } from './own-account.ts';
import { isActive, sharedAdminId, staffCollection } from './staff.model.ts';
import { requireAdmin } from './staff-accounts.ts';
import { staffDevices } from './staff-session.ts';

export async function isSharedPasswordOn({ portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  const shared = await staffCollection.model(portal).findById(sharedAdminId).lean();
  return shared !== null && isActive(shared);
}

/**
 * Turns the shared admin password off and ends its sessions. Only `npm run staff:shared` turns it on again.
 *
 * @throws DomainError `forbidden` for somebody who signed in with it; `conflict` until two named admins can sign in, of whom
 * the other one has done so, so that one who forgets the password locks nobody out.
 */
export async function turnOffSharedPassword(
  actorId: string,
  deps: Pick<Deps, 'portal' | 'staffSessions'>,
): Promise<void> {
  requireNamedAccount(actorId);
  const model = staffCollection.model(deps.portal);
  await inTransaction(deps.portal, async (session) => {
    await requireAdmin(actorId, deps.portal, session);
    const others = await model
      .find({
        _id: trusted({ $nin: [actorId, sharedAdminId] }),
        role: 'admin',
        last_sign_in_at: trusted({ $ne: null }),
      })
      .session(session)
      .lean();
    if (!others.some(isActive)) {
      const text =
        'Before the shared password can be turned off, another administrator has to log in with an account of their own.';
      throw new DomainError('conflict', text);
    }
    await model.updateOne({ _id: sharedAdminId }, { $set: { disabled_at: new Date() } }, { session });
  });
  await deps.staffSessions.revokeAll(sharedAdminId);
  await staffDevices.forgetAll(sharedAdminId, deps);
}

/** Turns it on again. @returns whether it was off. */
export async function turnOnSharedPassword({ portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  const { modifiedCount } = await staffCollection
    .model(portal)
    .updateOne({ _id: sharedAdminId }, { $unset: { disabled_at: 1 } });
  return modifiedCount > 0;
}
