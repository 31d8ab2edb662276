import type { FormName } from '@claimdesk/forms/registry';
import { applicationHandler } from '#api/casework/applications/application-handler.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { evaluationHandler } from '#api/casework/evaluations/evaluation-handler.ts';
import type { SubmissionHandler } from '#api/casework/submissions/store-submission.ts';
import type { IntakeContext } from './browser-drafts.ts';

/** What handles each form when its last step is sent. A form without a handler can be neither opened nor sent here. */
export const submissionHandlers = {
  'attorney-application': applicationHandler,
  'case-evaluation': evaluationHandler,
  contract: contractHandler,
} satisfies Partial<Record<FormName, SubmissionHandler<IntakeContext>>>;

export type IntakeForm = keyof typeof submissionHandlers;
