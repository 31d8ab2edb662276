import { type Connection, trusted } from 'mongoose';
import { clientDocumentModel, fileOf } from '#api/casework/clients/client-documents.ts';
import { findUpload, partsOf, piecesOf, uploadModel, withTurn } from '#api/casework/uploads/upload.model.ts';
import { documentModel } from '#api/platform/documents/document.model.ts';
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
  async function reencrypt({ name, address }: StoredFile): Promise<void> {
    count.rows += 1;
    try {
      const encrypted = await store.get(name);
      if (keyIdOfBytes(encrypted) === ring[0].id) return;
      count.old += 1;
      const bytes = decryptBytes(ring, encrypted, address);
      if (!write) return;
      await store.put(name, encryptBytes(ring, bytes, address));
      count.changed += 1;
    } catch {
      count.unreadable += 1;
    }
  }
  for await (const file of listFiles(portal)) await reencrypt(file);
  const unfinished = trusted({ $in: ['arriving', 'arrived'] });
  for await (const { _id, client_id: client } of uploadModel(portal).find({ state: unfinished }).cursor()) {
    const key = { client, id: _id.toHexString() };
    // Nobody may write to its last piece in between. One that is gone by now needs nothing.
    await withTurn(key, { portal }, { isPatient: true }, async () => {
      const { offset } = await findUpload(key, { portal });
      for (const piece of piecesIn(partsOf(_id), piecesOf(offset))) await reencrypt(piece);
    }).catch(ignoreGone);
  }
  return count;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'not-found')) throw error;
}

/** Lists PDFs of signed contracts, and the pieces of clients' documents. */
async function* listFiles(portal: Connection): AsyncGenerator<StoredFile> {
  const made = documentModel(portal).find({ state: 'stored' }, { sha256: 1 }).lean();
  for await (const { _id, sha256 = '' } of made.cursor()) {
    const id = _id.toHexString();
    yield { name: fileNameOf(id, sha256), address: documentFieldAddress(id) };
  }
  const uploaded = clientDocumentModel(portal).find({ state: 'stored' }, { pieces: 1 }).lean();
  for await (const { _id, pieces = 0 } of uploaded.cursor()) yield* piecesIn(fileOf(_id), pieces);
}

function* piecesIn(file: EncryptedFile, pieces: number): Generator<StoredFile> {
  for (let at = 0; at < pieces; at += 1) yield { name: pieceName(file, at), address: pieceAddress(file, at) };
}
