import { trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { forEachRow } from '#api/platform/database/for-each-row.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile } from '#api/platform/documents/encrypted-file.ts';
import {
  arrivalOf,
  type ClientDocument,
  clientDocumentsCollection,
  copyOf,
  fileOf,
  removed,
} from './client-document.model.ts';
import { maxDocumentBytes } from './document-types.ts';

/** Far longer than an upload takes: the site ends it after ten minutes. */
const interruptedAfterMs = 60 * 60_000;
/** Upper bound for an interrupted upload, whose number of pieces is not known. */
const mostPieces = Math.ceil(maxDocumentBytes / (1024 * 1024));

/** Bytes of the page images of a PDF, which may be larger than the PDF itself. */
export const maxCopyBytes = 50 * 1024 * 1024;
/** The last image may exceed that. */
const mostCopyPieces = 2 + maxCopyBytes / (1024 * 1024);

/**
 * Deletes the documents of clients whose account has ended, interrupted uploads, and the remains of removed documents.
 *
 * @returns how many.
 */
export async function purgeClientDocuments(deps: Pick<Deps, 'portal' | 'store'>): Promise<number> {
  const model = clientDocumentsCollection.model(deps.portal);
  const interrupted = trusted({ $lt: new Date(Date.now() - interruptedAfterMs) });
  const ended = await listEndedClients(clientDocumentsCollection.name, deps.portal);
  const expired = trusted({
    $or: [
      { client_id: trusted({ $in: ended }) },
      { state: 'removed' },
      { state: 'uploading', at: interrupted },
    ],
  });
  // From now on nobody can read them, and none of the uploads can become a document.
  const _id = trusted({ $in: await model.distinct('_id', expired) });
  await model.updateMany({ _id }, removed);
  const rows = model.find({ _id }, { pieces: 1 }).lean<ClientDocument>().cursor();
  return forEachRow(rows, (row) => discard(row, deps));
}

/**
 * Deletes the bytes, then the row that locates them. While a process prepares the document, and may still write bytes, the row
 * stays and `purgeClientDocuments` deletes both later.
 */
export async function discard(
  { _id, pieces }: Pick<ClientDocument, '_id' | 'pieces'>,
  { portal, store }: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  const model = clientDocumentsCollection.model(portal);
  // Once a document is stored, its arrival is already deleted.
  if (pieces === undefined) await deleteFile(arrivalOf(_id), mostPieces, { store });
  const { prepare, held_until, copy } = (await model.findOne({ _id }).lean<ClientDocument>()) ?? {};
  await deleteFile(fileOf(_id), pieces ?? mostPieces, { store });
  if (prepare || copy) await deleteFile(copyOf(_id), copy?.pieces ?? mostCopyPieces, { store });
  if (prepare && held_until && held_until > new Date()) return;
  await model.deleteOne({ _id });
}
