import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { User } from '@claimdesk/cms/types';
import type { Connection, mongo } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { ProcedureMeta } from '#api/platform/trpc.ts';
import { requireNamedAccount } from './own-account.ts';
import { staffRoles } from './roles.ts';
import { isSharedPasswordOn } from './shared-password.ts';
import type { StaffAccount } from './staff.model.ts';
import { requireAdmin } from './staff-accounts.ts';

/** Whoever can be required to have two-step sign-in: the roles of staff, and those of the CMS. */
const ruledRoles = [...staffRoles, 'cms_editor', 'cms_publisher', 'cms_admin'] as const;
type RuledRole = (typeof ruledRoles)[number];

/** Which roles must have two-step sign-in: one row, or none while no administrator has set it. */
interface TwoStepRule {
  _id: 'two-step';
  roles: RuledRole[];
  /** How often it was changed. */
  revision: number;
}

const cmsRoles = ['editor', 'publisher', 'admin'] as const;

const _id = 'two-step';

export const staffRulesCollection = defineCollection<TwoStepRule>({
  name: 'staff_rules',
  fields: {
    _id: { type: String, required: true },
    roles: { type: [{ type: String, enum: ruledRoles }], required: true },
    revision: { type: Number, required: true },
  },
});

/** For each role, whether its accounts must have two-step sign-in. */
export type RequiredOf = Record<RuledRole, boolean>;

/** @returns the rule, and its version, which is sent with a change. */
export async function readTwoStepRule({
  portal,
}: {
  portal: Connection;
}): Promise<RequiredOf & { version: number }> {
  const rule = await staffRulesCollection.model(portal).findById(_id).lean();
  const isRequired = (role: RuledRole) => rule?.roles.includes(role) ?? false;
  return {
    admin: isRequired('admin'),
    reviewer: isRequired('reviewer'),
    read_only: isRequired('read_only'),
    cms_editor: isRequired('cms_editor'),
    cms_publisher: isRequired('cms_publisher'),
    cms_admin: isRequired('cms_admin'),
    version: rule?.revision ?? 0,
  };
}

/** @returns whether an account has to set up two-step sign-in before it does anything else. */
export async function mustSetUpTwoStep(
  { role, lacksTwoStep }: Pick<StaffAccount, 'role' | 'lacksTwoStep'>,
  deps: Pick<Deps, 'portal'>,
): Promise<boolean> {
  return lacksTwoStep && (await readTwoStepRule(deps))[role];
}

/** @throws DomainError `forbidden` with the reason `two-step`, except from procedures by which it is set up. */
export async function requireTwoStep(
  account: Pick<StaffAccount, 'role' | 'lacksTwoStep'>,
  { beforeTwoStep }: ProcedureMeta,
  deps: Pick<Deps, 'portal'>,
): Promise<void> {
  if (beforeTwoStep || !(await mustSetUpTwoStep(account, deps))) return;
  throw new DomainError('forbidden', 'First set up two-step login on the page of your account.', {
    reason: 'two-step',
  });
}

/**
 * Sets which roles must have two-step sign-in. It counts at once, for people who are signed in too: editors without it have to
 * sign in again, and set it up while they do.
 *
 * @throws DomainError `forbidden` for somebody who signed in with the shared password or is no longer an admin; `conflict` if it was
 * changed in the meantime, and for admins while the shared password is on, which everybody could go around the rule with.
 */
export async function changeTwoStepRule(
  { actorId, version, ...required }: RequiredOf & { actorId: string; version: number },
  { portal, payload }: Pick<Deps, 'portal' | 'payload'>,
): Promise<void> {
  requireNamedAccount(actorId);
  const model = staffRulesCollection.model(portal);
  await inTransaction(portal, async (session) => {
    await requireAdmin(actorId, portal, session);
    if (required.admin && (await isSharedPasswordOn({ portal })))
      throw new DomainError(
        'conflict',
        'Turn off the shared password first: nobody could be asked for a code with it.',
        { title: 'Not saved' },
      );
    const rule = await model.findById(_id).session(session).lean();
    if ((rule?.revision ?? 0) !== version)
      throw new DomainError('conflict', 'Somebody else changed this in the meantime, so nothing was saved.', {
        title: 'Not saved',
      });
    const roles = ruledRoles.filter((role) => required[role]);
    await endSessionsWithoutTwoStep(
      cmsRoles.filter((role) => required[`cms_${role}`]),
      { payload, session },
    );
    await model.updateOne({ _id }, { $set: { roles, revision: version + 1 } }, { session, upsert: true });
  });
}

/** A sign-in that is under way meanwhile conflicts with this, and begins again. */
async function endSessionsWithoutTwoStep(
  roles: User['role'][],
  { payload, session }: Pick<Deps, 'payload'> & { session: mongo.ClientSession },
): Promise<void> {
  await contentModel<User>('users', payload).collection.updateMany(
    { role: { $in: roles }, twoStep: { $ne: true } },
    { $set: { sessions: [], updatedAt: new Date() as never } },
    { session },
  );
}
