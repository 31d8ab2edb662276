import { unreadable } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import { decryptAnswers, decryptForDisplay } from '#api/casework/submissions/encrypted-answers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { Circumstances, Contract } from './contract.model.ts';

export interface OpenContract {
  contract: Contract;
  definition: FormDefinition;
  answers: Answers;
  circumstances: Circumstances;
}

/** @returns the record that a contract's encrypted fields are bound to. */
export function contractRecord(document: string) {
  return { collection: 'signed_contracts', document };
}

export function encryptCircumstances(circumstances: Circumstances, document: string, ring: KeyRing): string {
  const field = { ...contractRecord(document), field: 'evidence.circumstances' };
  return encrypt(ring, JSON.stringify(circumstances), field);
}

/** Like `openContract`, for display: what can't be decrypted reads `unreadable`, so one record can't break a list. */
export async function showContract(
  contract: Contract,
  { portal, keys, log }: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<OpenContract> {
  const record = contractRecord(contract._id.toHexString());
  const [definition, ring] = await Promise.all([
    loadDefinition(contract.form, contract.version, portal),
    keys.of(contract._id),
  ]);
  const { answers, damaged } = decryptForDisplay(contract.answers, definition, ring, record);
  const circumstances = circumstancesOf(contract, ring);
  if (damaged || !circumstances)
    log.error('record unreadable', { collection: record.collection, reference: contract.reference });
  const unknown = { typedName: unreadable, address: unreadable, userAgent: unreadable };
  return { contract, definition, answers, circumstances: circumstances ?? unknown };
}

/** @returns undefined when they can't be decrypted. */
function circumstancesOf({ _id, evidence }: Contract, ring: KeyRing): Circumstances | undefined {
  const field = { ...contractRecord(_id.toHexString()), field: 'evidence.circumstances' };
  try {
    return JSON.parse(decrypt(ring, evidence.circumstances, field));
  } catch {
    return undefined;
  }
}

/** @returns a decrypted contract, with the questions its signer saw. @throws Error when it can't be decrypted. */
export async function openContract(
  contract: Contract,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<OpenContract> {
  const record = contractRecord(contract._id.toHexString());
  const [definition, ring] = await Promise.all([
    loadDefinition(contract.form, contract.version, portal),
    keys.of(contract._id),
  ]);
  return {
    contract,
    definition,
    answers: decryptAnswers(contract.answers, definition, ring, record),
    circumstances: JSON.parse(
      decrypt(ring, contract.evidence.circumstances, { ...record, field: 'evidence.circumstances' }),
    ),
  };
}
