import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import type { SentForm } from '../submissions/store-submission.ts';
import { shownAgreement } from './agreement/show-agreement.ts';
import { signContract } from './sign-contract.ts';

/** Takes the contract from its last step, with what is known of the request that signed it. */
export function receiveContract(
  sent: SentForm,
  deps: Deps,
  from: RequestContext,
): Promise<{ reference: string }> {
  const { address, userAgent } = from;
  return signContract(sent, { address, userAgent, agreement: shownAgreement(from) }, deps);
}
