import { randomUUID } from 'node:crypto';
import { currentAgreement } from '../../api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '../../api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '../../api/casework/intake/submission-handlers.ts';
import type { SentForm } from '../../api/casework/submissions/store-submission.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { contractAnswers, evaluationAnswers } from './deps.ts';

/** As the browser that signs. */
const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };

/** A stored record that somebody sent. */
interface Sent {
  id: string;
  reference: string;
}

/** Signs a contract as the claimant, with the name in `changed` where there is one. */
export async function signContract(
  deps: Deps,
  changed: Partial<typeof contractAnswers> = {},
  more: Partial<SentForm> = {},
): Promise<Sent> {
  const signer = { ...contractAnswers, ...changed };
  const answers = { ...signer, signature_name: `${signer.first_name} ${signer.last_name}` };
  const sent = { answers, key: randomUUID(), agreement: currentAgreement.version, ...more };
  return found('signed_contracts', await contractHandler.submit(sent, { ...signing, deps }), deps);
}

/** Sends a case evaluation as the claimant. */
export async function sendEvaluation(
  deps: Deps,
  changed: Partial<typeof evaluationAnswers> = {},
): Promise<Sent> {
  const sent = { answers: { ...evaluationAnswers, ...changed }, key: randomUUID() };
  const { submit } = submissionHandlers['case-evaluation'];
  return found('case_evaluations', await submit(sent, { deps }), deps);
}

async function found(collection: string, { reference }: { reference: string }, deps: Deps): Promise<Sent> {
  const row = await deps.portal.collection(collection).findOne({ reference });
  return { id: String(row?._id), reference };
}
