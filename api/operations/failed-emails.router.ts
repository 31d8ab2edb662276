import { z } from 'zod';
import { reviewerProcedure, staffProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { countFailedEmails, listFailedEmails } from '#api/platform/email/failed-emails.ts';
import { abandonEmail, retryAllEmails, retryEmail } from '#api/platform/email/retry-email.ts';
import { recordId } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';

const emailId = z.strictObject({ id: recordId });

/** In the audit log. */
const area = 'Mail';

export const failedEmailsRouter = router({
  /** Emails that were not sent, without any of their content: the oldest first, 25 at a time. */
  list: staffProcedure
    .meta({ area, audit: ['lists', 'Read the list'] })
    .input(z.strictObject({ cursor: z.string().max(60).nullish() }).optional())
    .query(({ ctx, input }) => listFailedEmails(ctx.deps.portal, { after: input?.cursor ?? undefined })),

  /** The number of failed emails, for the dashboard. */
  count: unrecordedStaffProcedure.query(({ ctx }) => countFailedEmails(ctx.deps.portal)),

  retry: reviewerProcedure
    .meta({ area, audit: ['changes', 'Sent an email again'] })
    .input(emailId)
    .mutation(({ ctx, input }) => retryEmail(input.id, ctx.deps)),

  retryAll: reviewerProcedure
    .meta({ area, audit: ['changes', 'Sent all emails again'] })
    .mutation(({ ctx }) => retryAllEmails(ctx.deps)),

  abandon: reviewerProcedure
    .meta({ area, audit: ['changes', 'Gave up on an email'] })
    .input(emailId)
    .mutation(({ ctx, input }) => abandonEmail({ id: input.id, staff: ctx.staff.userId }, ctx.deps)),
});
