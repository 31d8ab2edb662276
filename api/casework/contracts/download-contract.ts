import type { Types } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import type { Contract } from './contract.model.ts';
import { findContract } from './list-contracts.ts';

export interface ContractFile {
  /** The reference, without personal data: file names are shown and logged everywhere. */
  fileName: string;
  /** The PDF, base64. */
  content: string;
}

/**
 * For staff; logged.
 *
 * @param first the one that the client alone signed, where there is another with both signatures. @throws DomainError `not-found`.
 */
export async function downloadForStaff(
  { id, first }: { id: string; first: boolean },
  { deps }: { deps: Deps },
): Promise<ContractFile> {
  const contract = await findContract(id, deps);
  const { reference, document } = contract;
  deps.log.info('contract read by staff', { reference });
  const shown = first ? document : newestPdfOf(contract);
  const { content } = await deps.documents.read(shown.toHexString());
  return { fileName: `${reference}.pdf`, content: content.toString('base64') };
}

/** @returns the id of the PDF with both signatures, where there is one; else of the one that the client alone signed. */
export function newestPdfOf({
  document,
  countersignature,
}: Pick<Contract, 'document' | 'countersignature'>): Types.ObjectId {
  return countersignature?.document ?? document;
}

/** @returns the PDF that was emailed to the signer. */
export async function readContractPdf({ document }: Contract, { documents }: Deps): Promise<Buffer> {
  return (await documents.read(document.toHexString())).content;
}
