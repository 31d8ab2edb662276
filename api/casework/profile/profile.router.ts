import { z } from 'zod';
import {
  clientProcedure,
  reviewerProcedure,
  staffProcedure,
  unrecordedStaffProcedure,
} from '#api/accounts/procedures.ts';
import { choicesIn } from '#api/platform/audit/audit-details.ts';
import { reason, recordId } from '#api/platform/input.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { earlyReasons, noticeWays } from './agency-notice.model.ts';
import { countNotices, listNotices, markNoticeSent, readNotice, unmarkNoticeSent } from './agency-notices.ts';
import { sendVerification, verifyEmail } from './email-verification.ts';
import { addEntry, changeEntry, makePrimary, removeEntry, restoreEntry, setConsent } from './entries.ts';
import { profileKindNames } from './profile-kinds.ts';
import { listEntries } from './read-entries.ts';
import { forgetTyped, keepTyped, ownerOf, readTyped, typedKinds } from './typed-answers.ts';

const kind = z.enum(profileKindNames);
const withPrimary = z.enum(['phone-number', 'email-address']);
const withConsent = z.enum(['phone-number', 'emergency-contact']);
const changeable = z.enum(['mailing-address', 'medical-treatment']);
/** An address is replaced, never deleted. */
const deletable = z.enum([
  'phone-number',
  'email-address',
  'emergency-contact',
  'medical-facility',
  'medical-treatment',
]);
const revision = z.int().min(1);
const answers = z.record(z.string().max(60), z.unknown());

/** In the audit log. */
const page = '/admin/client';
const area = 'Client portal: details';

/** Its entry on the audit log says which kind of entry it is about. */
const entryProcedure = clientProcedure.meta({
  details: (input) => choicesIn(input, { kind: profileKindNames }),
});

/** What clients keep with us. A client sees and changes only the own entries, whether staff have confirmed the account or not. */
export const profileRouter = router({
  list: clientProcedure
    .input(z.strictObject({ kind }))
    .query(({ ctx, input }) => listEntries({ ...input, client: ctx.client.userId }, ctx.deps)),

  add: entryProcedure
    .meta({ area, audit: ['byClients', 'Asked to add an entry'] })
    .input(z.strictObject({ kind, key: z.uuid(), answers, facility: recordId.optional() }))
    .mutation(async ({ ctx, input }) => {
      const client = ctx.client.userId;
      const added = await addEntry({ ...input, client, from: ctx }, ctx.deps);
      forgetTyped({ client, kind: input.kind }, ctx);
      return added;
    }),

  change: entryProcedure
    .meta({
      area,
      audit: ['byClients', 'Asked to change an entry'],
      entries: { 'profile.changed': ['byClients', 'Saved changes'] },
    })
    .input(z.strictObject({ kind: changeable, id: recordId, revision, answers }))
    .mutation(async ({ ctx, input }) => {
      const client = ctx.client.userId;
      await changeEntry({ ...input, client, from: ctx }, ctx.deps);
      forgetTyped({ client, kind: input.kind }, ctx);
    }),

  remove: entryProcedure
    .meta({ area, audit: ['byClients', 'Asked to delete an entry'] })
    .input(z.strictObject({ kind: deletable, id: recordId, revision }))
    .mutation(({ ctx, input }) => removeEntry({ ...input, client: ctx.client.userId, from: ctx }, ctx.deps)),

  restore: entryProcedure
    .meta({ area, audit: ['byClients', 'Asked to restore an entry'] })
    .input(z.strictObject({ kind: deletable, id: recordId }))
    .mutation(({ ctx, input }) => restoreEntry({ ...input, client: ctx.client.userId, from: ctx }, ctx.deps)),

  /** Keeps in the browser what was typed when the session had ended. Only the client who opened the form gets it back. */
  keepTyped: publicProcedure
    .input(
      z.strictObject({
        owner: z.string().max(100),
        kind: z.enum(typedKinds),
        revision: z.int().min(0),
        facility: recordId.optional(),
        answers,
      }),
    )
    .mutation(({ ctx, input }) => keepTyped(input, ctx)),

  /** What a form of this kind starts with: the client's name in it, and what was kept; null when there is nothing. */
  typed: clientProcedure.input(z.strictObject({ kind: z.enum(typedKinds) })).query(({ ctx, input }) => ({
    owner: ownerOf(ctx.client.userId, ctx.deps),
    kept: readTyped({ ...input, client: ctx.client.userId }, ctx),
  })),

  makePrimary: entryProcedure
    .meta({ area, audit: ['byClients', 'Asked to make an entry the primary one'] })
    .input(z.strictObject({ kind: withPrimary, id: recordId }))
    .mutation(({ ctx, input }) => makePrimary({ ...input, client: ctx.client.userId }, ctx.deps)),

  setConsent: entryProcedure
    .meta({ area, audit: ['byClients', 'Asked to give or withdraw consent'] })
    .input(z.strictObject({ kind: withConsent, id: recordId, revision, granted: z.boolean() }))
    .mutation(({ ctx, input }) => setConsent({ ...input, client: ctx.client.userId, from: ctx }, ctx.deps)),

  sendVerification: clientProcedure
    .meta({ area, audit: ['byClients', 'Asked for a link to verify an email address'] })
    .input(z.strictObject({ id: recordId }))
    .mutation(({ ctx, input }) => sendVerification({ ...input, client: ctx.client.userId }, ctx.deps)),

  verifyEmail: clientProcedure
    .meta({ area, audit: ['byClients', 'Asked to verify an email address'] })
    .input(z.strictObject({ secret: z.string().max(100) }))
    .mutation(({ ctx, input }) => verifyEmail({ ...input, client: ctx.client.userId }, ctx.deps)),

  /** Whether the agency was told about the client's address. */
  notice: clientProcedure.query(({ ctx }) => readNotice(ctx.client.userId, ctx.deps)),

  /** For staff: how many clients' new addresses are still to be reported to the agency. */
  openNotices: unrecordedStaffProcedure.query(({ ctx }) => countNotices(ctx.deps)),

  notices: staffProcedure
    .meta({ area, audit: ['looks', 'Read the notices to Social Security'], page, tells: 'clients.detail' })
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => listNotices(input, ctx.deps)),

  markNoticeSent: reviewerProcedure
    .meta({
      area,
      audit: ['changes', 'Marked a notice to Social Security as sent'],
      page,
      details: (input) => choicesIn(input, { how: noticeWays, early: earlyReasons }),
    })
    .input(
      z.strictObject({
        id: z.uuid(),
        notice: recordId,
        madeAt: z.iso.datetime(),
        how: z.enum(noticeWays),
        early: z.enum(earlyReasons).optional(),
      }),
    )
    .mutation(({ ctx, input }) => markNoticeSent({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  unmarkNoticeSent: reviewerProcedure
    .meta({ area, audit: ['changes', 'Marked a notice to Social Security as not sent after all'], page })
    .input(
      z.strictObject({
        id: z.uuid(),
        notice: recordId,
        sentAt: z.iso.datetime(),
        reason,
      }),
    )
    .mutation(({ ctx, input }) => unmarkNoticeSent({ ...input, staff: ctx.staff.userId }, ctx.deps)),
});
