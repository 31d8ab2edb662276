import { type Connection, trusted } from 'mongoose';
import { clientDocumentsCollection, copyOf, fileOf } from '#api/casework/clients/client-document.model.ts';
import { findUpload, partsOf, piecesOf, uploadsCollection } from '#api/casework/uploads/upload.model.ts';
import { withUploadLock } from '#api/casework/uploads/upload-lock.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { type EncryptedFile, pieceAddress, pieceName } from '#api/platform/documents/encrypted-file.ts';
import { documentFieldAddress, fileNameOf } from '#api/platform/documents/make-documents.ts';
import type { DocumentStore } from '#api/platform/documents/store/document-store.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { FieldAddress } from '#api/platform/keys/encrypt.ts';
import { decryptBytes, encryptBytes, keyIdOfBytes } from '#api/platform/keys/encrypt-bytes.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { ReencryptCount } from './re-encrypt.ts';

/** One encrypted value of the document store. */
interface StoredFile {
  name: string;
  address: FieldAddress;
  /** Whether it still exists: a document deleted in the meantime must not come back. */
  isThere(): Promise<boolean>;
}

/**
 * Re-encrypts all files in the document store with the key in use, one by one. The decrypted file stays the same byte
 * for byte, and so do its name and fingerprint.
 *
 * @param write if false, it only counts.
 */
export async function reencryptDocuments(
  { portal, ring, store }: { portal: Connection; ring: KeyRing; store: DocumentStore },
  write: boolean,
): Promise<ReencryptCount> {
  const count: ReencryptCount = { collection: 'document files', rows: 0, changed: 0, old: 0, unreadable: 0 };
  async function reencrypt({ name, address, isThere }: StoredFile): Promise<void> {
    count.rows += 1;
    try {
      const encrypted = await store.get(name);
      if (keyIdOfBytes(encrypted) === ring[0].id) return;
      count.old += 1;
      const bytes = decryptBytes(ring, encrypted, address);
      if (!write) return;
      await store.put(name, encryptBytes(ring, bytes, address));
      if (!(await isThere())) await store.delete(name);
      count.changed += 1;
    } catch {
      count.unreadable += 1;
    }
  }
  for await (const file of listFiles(portal)) await reencrypt(file);
  const unfinished = trusted({ $in: ['arriving', 'arrived'] });
  for await (const { _id, client_id: client } of uploadsCollection
    .model(portal)
    .find({ state: unfinished })
    .cursor()) {
    const key = { client, id: _id.toHexString() };
    // Its last piece must not be written in between. A document that is gone needs nothing.
    await withUploadLock(key, { portal }, { isPatient: true }, async () => {
      const { offset } = await findUpload(key, { portal });
      const isThere = async () => (await uploadsCollection.model(portal).exists({ _id })) !== null;
      for (const piece of piecesIn(partsOf(_id), piecesOf(offset), isThere)) await reencrypt(piece);
    }).catch(ignoreGone);
  }
  return count;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'not-found')) throw error;
}

/** Lists PDFs of signed contracts, and the pieces of clients' documents. */
async function* listFiles(portal: Connection): AsyncGenerator<StoredFile> {
  const made = documentsCollection.model(portal).find({ state: 'stored' }, { sha256: 1 }).lean();
  for await (const { _id, sha256 = '' } of made.cursor()) {
    const id = _id.toHexString();
    const isThere = async () => (await documentsCollection.model(portal).exists({ _id, sha256 })) !== null;
    yield { name: fileNameOf(id, sha256), address: documentFieldAddress(id), isThere };
  }
  const uploaded = clientDocumentsCollection.model(portal).find({ state: 'stored' }, { pieces: 1, copy: 1 });
  for await (const { _id, pieces = 0, copy } of uploaded.lean().cursor()) {
    const isThere = async () =>
      (await clientDocumentsCollection.model(portal).exists({ _id, state: 'stored' })) !== null;
    yield* piecesIn(fileOf(_id), pieces, isThere);
    if (copy) yield* piecesIn(copyOf(_id), copy.pieces, isThere);
  }
}

function* piecesIn(
  file: EncryptedFile,
  pieces: number,
  isThere: StoredFile['isThere'],
): Generator<StoredFile> {
  for (let at = 0; at < pieces; at += 1)
    yield { name: pieceName(file, at), address: pieceAddress(file, at), isThere };
}
