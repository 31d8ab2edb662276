import { unreadable } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { openAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type Circumstances, type Contract, contractsCollection } from './contract.model.ts';

export interface OpenContract {
  contract: Contract;
  definition: FormDefinition;
  answers: Answers;
  circumstances: Circumstances;
  /** How the representative signed; null until then. */
  countersigning: Circumstances | null;
  /** Whether a part of it can't be decrypted. */
  isDamaged: boolean;
}

/** @returns a decrypted contract for display, with the questions its signer saw; what can't be decrypted reads `unreadable`. */
export async function showContract(contract: Contract, deps: Reading): Promise<OpenContract> {
  const { _id, evidence, countersignature } = contract;
  const opened = await openAnswers(contractsCollection, contract, deps);
  const ring = await deps.keys.of(_id);
  const read = (field: 'evidence.circumstances' | 'countersignature.circumstances', value: string) => {
    const text = contractsCollection.read(ring, _id, field, value, deps);
    return text === unreadable ? null : (JSON.parse(text) as Circumstances);
  };
  const circumstances = read('evidence.circumstances', evidence.circumstances);
  const countersigning =
    countersignature && read('countersignature.circumstances', countersignature.circumstances);
  return {
    contract,
    ...opened,
    circumstances: circumstances ?? unreadableCircumstances,
    countersigning: countersignature ? (countersigning ?? unreadableCircumstances) : null,
    isDamaged: opened.isDamaged || circumstances === null || countersigning === null,
  };
}

const unreadableCircumstances = { typedName: unreadable, address: unreadable, userAgent: unreadable };

/** As `showContract`, for a copy of what was signed. @throws Error when a part of it can't be decrypted. */
export async function openContract(contract: Contract, deps: Reading): Promise<OpenContract> {
  const opened = await showContract(contract, deps);
  if (opened.isDamaged) throw new Error('A part of a signed contract cannot be decrypted.');
  return opened;
}
