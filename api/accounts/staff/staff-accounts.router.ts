import { z } from 'zod';
import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import type { AuditDetails } from '#api/platform/audit/audit-chain.ts';
import { router } from '#api/platform/trpc.ts';
import { staffRoles } from './roles.ts';
import { turnOffSharedPassword } from './shared-password.ts';
import { representativeStatuses } from './staff.model.ts';
import {
  changeAccount,
  disableAccount,
  enableAccount,
  endTwoStepOf,
  listAccounts,
  readAccount,
  removePasskeysOf,
} from './staff-accounts.ts';
import { inviteStaff, sendLink } from './staff-links.ts';
import { changeTwoStepRule, readTwoStepRule } from './two-step-rule.ts';

const id = z.uuid();
const seen = { id, version: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) };
const person = {
  name: z.string().trim().min(1).max(120),
  role: z.enum(staffRoles),
};

const email = z.string().max(254);
const requiredOf = {
  admin: z.boolean(),
  reviewer: z.boolean(),
  read_only: z.boolean(),
  cms_editor: z.boolean(),
  cms_publisher: z.boolean(),
  cms_admin: z.boolean(),
};

/** @returns what was asked for, as the audit log words it. */
function requiredIn(input: unknown): AuditDetails {
  const { data } = z.object(requiredOf).safeParse(input);
  const word = (isRequired: boolean) => (isRequired ? 'required' : 'not required');
  return data
    ? {
        administrators: word(data.admin),
        reviewers: word(data.reviewer),
        'read-only accounts': word(data.read_only),
        'editors of the CMS': word(data.cms_editor),
        'publishers of the CMS': word(data.cms_publisher),
        'admins of the CMS': word(data.cms_admin),
      }
    : {};
}

/** What administrators call the fields of an account. */
const accountFields = {
  disabled_at: 'Status',
  link_expires_at: 'Link to choose a password',
  link_hash: 'Link to choose a password',
  representative_name: 'Name as a representative',
  representative_status: 'Status as a representative',
  recovery_hashes: 'Recovery codes',
  totp_confirmed_at: 'Two-step login',
  totp_last_step: 'Two-step login',
  totp_secret: 'Two-step login',
};

const confirmedProcedure = adminProcedure.meta({ confirmed: true });

export const staffAccountsRouter = router({
  list: adminProcedure
    .meta({ audit: ['lists', 'Read the list'] })
    .query(({ ctx }) => listAccounts(ctx.staff.userId, ctx.deps)),

  detail: adminProcedure
    .meta({ audit: ['looks', 'Opened'], page: '/admin/staff', untold: 'It is about no client.' })
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => readAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  /** Which roles must have two-step sign-in. */
  twoStepRule: unrecordedStaffProcedure
    .meta({ audience: 'admins' })
    .query(({ ctx }) => readTwoStepRule(ctx.deps)),

  changeTwoStepRule: confirmedProcedure
    .meta({ audit: ['accounts', 'Changed who must have two-step login'], details: requiredIn })
    .input(z.strictObject({ ...requiredOf, version: seen.version }))
    .mutation(({ ctx, input }) => changeTwoStepRule({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  change: confirmedProcedure
    .meta({
      audit: ['accounts', 'Changed an entry'],
      entries: { 'staffAccounts.changed': ['accounts', 'Saved changes', accountFields] },
    })
    .input(
      z.strictObject({
        ...seen,
        ...person,
        representativeName: z.string().trim().max(120).optional(),
        representativeStatus: z.enum([...representativeStatuses, '']).optional(),
      }),
    )
    .mutation(({ ctx, input }) => changeAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  /** Creates an account and emails its user a link to choose a password. */
  invite: confirmedProcedure
    .meta({ audit: ['accounts', 'Invited somebody'] })
    .input(z.strictObject({ ...person, email }))
    .mutation(({ ctx, input }) => inviteStaff({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  /** Emails the person a new link to choose a password, which replaces the one before. */
  sendLink: confirmedProcedure
    .meta({ audit: ['accounts', 'Sent a link to choose a password'] })
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => sendLink({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  turnOffShared: confirmedProcedure
    .meta({
      audit: ['accounts', 'Turned the shared password off'],
      entries: { 'staffAccounts.turnOnShared': ['accounts', 'Turned the shared password on'] },
    })
    .mutation(({ ctx }) => turnOffSharedPassword(ctx.staff.userId, ctx.deps)),

  /** Turns off two-step sign-in for a user who lost the phone. */
  endTwoStep: confirmedProcedure
    .meta({ audit: ['accounts', 'Turned two-step login off'] })
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => endTwoStepOf({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  /** Removes the passkeys of a user who lost a device. */
  removePasskeys: confirmedProcedure
    .meta({ audit: ['accounts', 'Removed all passkeys of an account'] })
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => removePasskeysOf({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  disable: confirmedProcedure
    .meta({ audit: ['accounts', 'Disabled an account'] })
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => disableAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),

  enable: confirmedProcedure
    .meta({ audit: ['accounts', 'Enabled an account'] })
    .input(z.strictObject(seen))
    .mutation(({ ctx, input }) => enableAccount({ ...input, actorId: ctx.staff.userId }, ctx.deps)),
});
