import type { Connection } from 'mongoose';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ResealCount } from '../keys/reseal.ts';
import { keyIdOfBytes, sealBytes, unsealBytes } from '../keys/seal-bytes.ts';
import { documentModel } from './document.model.ts';
import { fileNameOf, placeOfDocument } from './make-documents.ts';
import type { DocumentStore } from './store/document-store.ts';

/**
 * Brings the files of all stored documents under the key in use, one after the other. The file in clear stays the same
 * byte for byte, and so do its name and fingerprint.
 *
 * @param write false = only count.
 */
export async function resealDocuments(
  { portal, ring, store }: { portal: Connection; ring: KeyRing; store: DocumentStore },
  write: boolean,
): Promise<ResealCount> {
  const count: ResealCount = { collection: 'document files', rows: 0, changed: 0, old: 0, unreadable: 0 };
  const stored = documentModel(portal).find({ state: 'stored' }, { sha256: 1 }).lean();
  for await (const { _id, sha256 = '' } of stored.cursor()) {
    count.rows += 1;
    const id = _id.toHexString();
    const name = fileNameOf(id, sha256);
    try {
      const sealed = await store.get(name);
      if (keyIdOfBytes(sealed) === ring[0].id) continue;
      count.old += 1;
      const place = placeOfDocument(id);
      const bytes = unsealBytes(ring, sealed, place);
      if (!write) continue;
      await store.put(name, sealBytes(ring, bytes, place));
      count.changed += 1;
    } catch {
      count.unreadable += 1;
    }
  }
  return count;
}
