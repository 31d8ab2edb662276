import type { SentCopy } from '#api/casework/intake/sent-copy.ts';
import { answerSections } from '#api/casework/submissions/answers-pdf-document.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { copyRedaction } from './contract-pdf-document.ts';
import { findContract } from './list-contracts.ts';
import { openContract } from './open-contract.ts';

export interface ContractFile {
  /** The reference, without personal data: file names are shown and logged everywhere. */
  fileName: string;
  /** The PDF, base64. */
  content: string;
}

/** @returns the signer's copy: exactly the file that was emailed, and the answers as it shows them. */
export async function findContractCopy(key: string, deps: Deps): Promise<SentCopy | undefined> {
  const contract = await contractModel(deps.portal).findOne({ submission_key: key }).lean<Contract>();
  if (!contract) return undefined;
  return {
    reference: contract.reference,
    sentAt: contract.signed_at,
    async readAnswers() {
      const { definition, answers } = await openContract(contract, deps);
      return answerSections(definition, answers, copyRedaction);
    },
    render: () => readFile(contract, deps),
  };
}

/** For staff; logged. @throws DomainError `not-found`. */
export async function downloadForStaff(id: string, deps: Deps): Promise<ContractFile> {
  const contract = await findContract(id, deps);
  const { reference } = contract;
  deps.log.info('contract read by staff', { reference });
  return { fileName: `${reference}.pdf`, content: (await readFile(contract, deps)).toString('base64') };
}

async function readFile({ document }: Contract, { documents }: Deps): Promise<Buffer> {
  return (await documents.read(document.toHexString())).content;
}
