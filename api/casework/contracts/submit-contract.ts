import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { shownAgreement } from './agreement/show-agreement.ts';
import { signContract } from './sign-contract.ts';

/** Signs the contract sent by the form's last step, with the details of the request as evidence. */
export function submitContract(
  sent: SentForm,
  deps: Deps,
  context: RequestContext,
): Promise<{ reference: string }> {
  const { address, userAgent } = context;
  return signContract(sent, { address, userAgent, agreement: shownAgreement(context) }, deps);
}
