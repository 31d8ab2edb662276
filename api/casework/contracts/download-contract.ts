import type { Deps } from '#api/platform/deps.ts';
import type { Contract } from './contract.model.ts';
import { findContract } from './list-contracts.ts';

export interface ContractFile {
  /** The reference, without personal data: file names are shown and logged everywhere. */
  fileName: string;
  /** The PDF, base64. */
  content: string;
}

/** For staff; logged. @throws DomainError `not-found`. */
export async function downloadForStaff(
  { id }: { id: string },
  { deps }: { deps: Deps },
): Promise<ContractFile> {
  const contract = await findContract(id, deps);
  const { reference } = contract;
  deps.log.info('contract read by staff', { reference });
  const bytes = await readContractPdf(contract, deps);
  return { fileName: `${reference}.pdf`, content: bytes.toString('base64') };
}

/** @returns the PDF that was emailed to the signer. */
export async function readContractPdf({ document }: Contract, { documents }: Deps): Promise<Buffer> {
  return (await documents.read(document.toHexString())).content;
}
