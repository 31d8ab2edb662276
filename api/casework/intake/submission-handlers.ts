import type { FormName } from '@claimdesk/forms/registry';
import { submitApplication } from '#api/casework/applications/submit-application.ts';
import { submitContract } from '#api/casework/contracts/submit-contract.ts';
import { submitEvaluation } from '#api/casework/evaluations/submit-evaluation.ts';
import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';

type SubmissionHandler = (
  sent: SentForm,
  deps: Deps,
  context: RequestContext,
) => Promise<{ reference: string }>;

/** What handles each form when its last step is sent. A form without a handler can be neither opened nor sent here. */
export const submissionHandlers = {
  'attorney-application': submitApplication,
  'case-evaluation': submitEvaluation,
  contract: submitContract,
} satisfies Partial<Record<FormName, SubmissionHandler>>;

export type IntakeForm = keyof typeof submissionHandlers;
