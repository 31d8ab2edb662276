import type { Deps } from '../connect.ts';
import { answerSections } from '../documents/answers-paper.ts';
import type { SentCopy } from '../intake/sent-copy.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { copyOfAnswers } from './contract-paper.ts';
import { findContract } from './list-contracts.ts';
import { openContract } from './open-contract.ts';

export interface ContractFile {
  /** The reference and nothing personal: file names are shown and logged everywhere. */
  fileName: string;
  /** The PDF, base64. */
  content: string;
}

/** @returns the signer's copy: the very file that was mailed, and the answers as they stand in it. */
export async function findContractCopy(key: string, deps: Deps): Promise<SentCopy | undefined> {
  const contract = await contractModel(deps.portal).findOne({ submission_key: key }).lean<Contract>();
  if (!contract) return undefined;
  return {
    reference: contract.reference,
    sentAt: contract.signed_at,
    async readAnswers() {
      const { definition, answers } = await openContract(contract, deps);
      return answerSections(definition, answers, copyOfAnswers);
    },
    print: () => readFile(contract, deps),
  };
}

/** For staff. @throws DomainError `not-found`. */
export async function downloadForStaff(id: string, deps: Deps): Promise<ContractFile> {
  const contract = await findContract(id, deps);
  const { reference } = contract;
  deps.log.info('contract read by staff', { reference });
  return { fileName: `${reference}.pdf`, content: (await readFile(contract, deps)).toString('base64') };
}

async function readFile({ document }: Contract, { documents }: Deps): Promise<Buffer> {
  return (await documents.read(document.toHexString())).content;
}
