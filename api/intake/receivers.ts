import type { FormName } from '@claimdesk/forms/registry';
import { submitApplication } from '../applications/submit-application.ts';
import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { receiveContract } from '../contracts/receive-contract.ts';
import { submitEvaluation } from '../evaluations/submit-evaluation.ts';
import type { SentForm } from '../submissions/store-submission.ts';

type Receiver = (sent: SentForm, deps: Deps, from: RequestContext) => Promise<{ reference: string }>;

/** Who takes a form when its last step is sent. A form without a receiver can be neither opened nor sent here. */
export const receivers = {
  'attorney-application': submitApplication,
  'case-evaluation': submitEvaluation,
  contract: receiveContract,
} satisfies Partial<Record<FormName, Receiver>>;

export type IntakeForm = keyof typeof receivers;
