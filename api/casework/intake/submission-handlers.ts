import type { IntakeForm, ReviewedIntake } from '@claimdesk/forms/intakes';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { reviewedForm } from '#api/casework/submissions/reviewed-form.ts';
import { type SubmissionHandler, submissionHandler } from '#api/casework/submissions/store-submission.ts';
import type { IntakeContext } from './browser-drafts.ts';

const reviewed = Object.fromEntries(
  Object.values(submissionKinds).map((kind) => [kind.form, submissionHandler(reviewedForm(kind))]),
) as Record<ReviewedIntake['form'], SubmissionHandler>;

/** What handles each public form when its last step is sent. */
export const submissionHandlers = {
  ...reviewed,
  contract: contractHandler,
} satisfies Record<IntakeForm, SubmissionHandler<IntakeContext>>;
