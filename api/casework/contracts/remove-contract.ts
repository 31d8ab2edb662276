import { removeMatterOf } from '#api/casework/matters/remove-matters.ts';
import { deleteRemovedFiles, recordRemoval } from '#api/casework/removals/record-removal.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { fileNameOf } from '#api/platform/documents/make-documents.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { errorLocation } from '#api/platform/log.ts';
import { contractsCollection, pdfsOf } from './contract.model.ts';
import { findContract } from './list-contracts.ts';
import { markIfSigned, unmarkUnlessSigned } from './mark-signers.ts';
import { type ContractDoubt, findOwnerOf } from './match-contracts.ts';
import { showContract } from './open-contract.ts';

const isOwned =
  'This contract is a registered client’s, so it is kept. If it is not theirs, say so on the client’s page first. If they want no account any more, close it first.';
const differences = { number: 'number', name: 'name', dateOfBirth: 'date of birth' } as const;

function mayBeOwned({ differs }: ContractDoubt): string {
  const what = new Intl.ListFormat('en-US').format(differs.map((each) => differences[each]));
  return `A registered client has the Social Security number on this contract, but another ${what}. Say on the client’s page whose contract it is first.`;
}

interface RemovalContext {
  deps: Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;
  staff: { userId: string };
}

interface Request {
  id: string;
  reason: string;
  /** That staff say so of the signer, and that no law makes the firm keep the contract. */
  notRepresented: boolean;
}

/**
 * Deletes a signed contract for good, with its PDFs. A contract that belongs or may belong to a registered client is kept,
 * because the firm acts under it; so is one unless staff confirm that the firm represents no one under it.
 *
 * @throws DomainError `not-found`, `conflict` when it has to be kept.
 */
export async function removeContract(
  { id, reason, notRepresented }: Request,
  { deps, staff: { userId: staff } }: RemovalContext,
): Promise<void> {
  const { portal, log } = deps;
  const contract = await findContract(id, deps);
  const opened = await showContract(contract, deps);
  if (!notRepresented) {
    const text = 'A contract is kept while we represent its signer. To delete it, check the box too.';
    throw new DomainError('conflict', text, { fields: { not_represented: text } });
  }
  const { _id, reference } = contract;
  const ssn = String(opened.answers.ssn);
  const removal = await inTransaction(portal, async (session) => {
    const { client, doubt } = await findOwnerOf(opened, deps, session);
    if (client !== null) throw new DomainError('conflict', isOwned);
    if (doubt) throw new DomainError('conflict', mayBeOwned(doubt));
    if ((await contractsCollection.remove(portal, { _id }, session)) === 0)
      throw new DomainError('not-found', 'This contract was not found.');
    await removeMatterOf({ contract: _id }, portal, session);
    await unmarkUnlessSigned(ssn, deps, session);
    const pdfs = await documentsCollection
      .model(portal)
      .find(pdfsOf(_id))
      .session(session)
      .lean<StoredDocument[]>();
    await documentsCollection.model(portal).deleteMany(pdfsOf(_id), { session });
    const files = pdfs.flatMap(({ _id: pdf, sha256 }) =>
      sha256 ? [fileNameOf(pdf.toHexString(), sha256)] : [],
    );
    const record = { _id, reference };
    const removed = { kind: 'contracts', record, files, reason, staff } as const;
    return { _id: await recordRemoval(removed, deps, session), files };
  });
  log.info('contract removed', { staff });
  await markIfSigned(ssn, deps).catch((error: unknown) =>
    // A job corrects it.
    log.warn('account not marked', { error: errorLocation(error) }),
  );
  await deleteRemovedFiles(removal, deps).catch((error: unknown) =>
    // The daily deletion tries again.
    log.warn('a file of a removed contract is left', { error: errorLocation(error) }),
  );
}
