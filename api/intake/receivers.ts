import type { FormName } from '@claimdesk/forms/registry';
import type { Deps } from '../connect.ts';
import { submitEvaluation } from '../evaluations/submit-evaluation.ts';
import type { SentForm } from '../submissions/store-submission.ts';

/** Who takes a form when its last step is sent. */
export const receivers: Record<FormName, (sent: SentForm, deps: Deps) => Promise<{ reference: string }>> = {
  'case-evaluation': submitEvaluation,
};
