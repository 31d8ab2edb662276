import type { Connection } from 'mongoose';
import { documentModel } from '#api/platform/documents/document.model.ts';
import { documentFieldAddress, fileNameOf } from '#api/platform/documents/make-documents.ts';
import type { DocumentStore } from '#api/platform/documents/store/document-store.ts';
import { decryptBytes, encryptBytes, keyIdOfBytes } from '#api/platform/keys/encrypt-bytes.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { ReencryptCount } from './re-encrypt.ts';

/**
 * Re-encrypts the files of all stored documents with the key in use, one by one. The decrypted file stays the same byte
 * for byte, and so do its name and fingerprint.
 *
 * @param write if false, it only counts.
 */
export async function reencryptDocuments(
  { portal, ring, store }: { portal: Connection; ring: KeyRing; store: DocumentStore },
  write: boolean,
): Promise<ReencryptCount> {
  const count: ReencryptCount = { collection: 'document files', rows: 0, changed: 0, old: 0, unreadable: 0 };
  const stored = documentModel(portal).find({ state: 'stored' }, { sha256: 1 }).lean();
  for await (const { _id, sha256 = '' } of stored.cursor()) {
    count.rows += 1;
    const id = _id.toHexString();
    const name = fileNameOf(id, sha256);
    try {
      const encrypted = await store.get(name);
      if (keyIdOfBytes(encrypted) === ring[0].id) continue;
      count.old += 1;
      const address = documentFieldAddress(id);
      const bytes = decryptBytes(ring, encrypted, address);
      if (!write) continue;
      await store.put(name, encryptBytes(ring, bytes, address));
      count.changed += 1;
    } catch {
      count.unreadable += 1;
    }
  }
  return count;
}
