import type { FormName } from '@claimdesk/forms/registry';
import type { Deps } from '../connect.ts';
import { type Submission, submitEvaluation } from '../evaluations/submit-evaluation.ts';

/** Who takes a form when its last step is sent. */
export const receivers: Record<
  FormName,
  (submission: Submission, deps: Deps) => Promise<{ reference: string }>
> = {
  'case-evaluation': submitEvaluation,
};
