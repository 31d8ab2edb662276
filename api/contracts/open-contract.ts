import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { Deps } from '../connect.ts';
import { loadDefinition } from '../definitions/load-definition.ts';
import { seal, unseal } from '../keys/seal.ts';
import { unsealAnswers } from '../keys/sealed-answers.ts';
import type { Circumstances, Contract } from './contract.model.ts';

export interface OpenContract {
  contract: Contract;
  definition: FormDefinition;
  answers: Answers;
  circumstances: Circumstances;
}

/** Where a contract's fields are sealed to. */
export function contractPlace(document: string) {
  return { collection: 'signed_contracts', document };
}

export function sealCircumstances(
  circumstances: Circumstances,
  document: string,
  keys: Deps['keys'],
): string {
  const place = { ...contractPlace(document), field: 'evidence.circumstances' };
  return seal(keys.fields, JSON.stringify(circumstances), place);
}

/** @returns a contract in clear, with the questions as its signer saw them. */
export async function openContract(
  contract: Contract,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<OpenContract> {
  const at = contractPlace(contract._id.toHexString());
  const definition = await loadDefinition(contract.form, contract.version, portal);
  return {
    contract,
    definition,
    answers: unsealAnswers(contract.answers, definition, keys.fields, at),
    circumstances: JSON.parse(
      unseal(keys.fields, contract.evidence.circumstances, { ...at, field: 'evidence.circumstances' }),
    ),
  };
}
