import { randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { Types } from 'mongoose';
import { currentAgreement } from '../../api/casework/contracts/agreement/agreement.ts';
import { contractsCollection } from '../../api/casework/contracts/contract.model.ts';
import { contractHandler } from '../../api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '../../api/casework/intake/submission-handlers.ts';
import { encryptAnswers, openAnswers } from '../../api/casework/submissions/encrypted-answers.ts';
import type { SentForm } from '../../api/casework/submissions/store-submission.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { lookupHashes } from '../../api/platform/keys/lookups.ts';
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

/**
 * Stores contracts with the answers of one that was signed but other numbers, faster than signing each.
 *
 * @param reference of the one that was signed.
 */
export async function copyContract(reference: string, ssns: readonly string[], deps: Deps): Promise<void> {
  const contract = await contractsCollection.model(deps.portal).findOne({ reference }).lean().orFail();
  const { answers } = await openAnswers(contractsCollection, contract, deps);
  const copies = ssns.map(async (ssn) => {
    const _id = new Types.ObjectId();
    const ring = await deps.keys.for(_id);
    const record = { collection: contractsCollection.name, document: _id.toHexString() };
    return {
      ...contract,
      _id,
      reference: randomUUID(),
      submission_key: randomUUID(),
      answers: encryptAnswers({ ...answers, ssn }, ring, record),
      ssn_lookup: lookupHashes(deps.keys.lookups, 'contract-ssn', ssn),
    };
  });
  await contractsCollection.model(deps.portal).insertMany(await Promise.all(copies));
}

/** Stores other answers of a sent form, which no form today would accept. @param submission_key of that form. */
export async function replaceAnswers(
  collection: string,
  submission_key: string,
  answers: Answers,
  { portal, keys }: Deps,
): Promise<void> {
  const rows = portal.collection(collection);
  const row = await rows.findOne({ submission_key });
  const record = { collection, document: String(row?._id) };
  const encrypted = encryptAnswers(answers, await keys.for(row?._id), record);
  await rows.updateOne({ submission_key }, { $set: { answers: encrypted } });
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
