import type { StaffRole } from '#api/accounts/staff/roles.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type UploadType, uploadTypes } from './clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  copyOf,
  fileOf,
  needsCopy,
  type PageImages,
  readinessOf,
} from './client-document.model.ts';
import { markWaiting } from './mark-waiting.ts';
import { type DocumentKey, findDocument } from './read-documents.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

export interface DocumentFile {
  /** Type and a part of the id, but no personal data: file names are shown and logged everywhere. */
  fileName: string;
  contentType: UploadType;
  size: number;
  /** Throws when a piece is missing or was changed. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Opens a document for staff: the file itself, or the page images of a PDF that no scanner has passed. A document from the client
 * counts as read from now on, unless the account may only look: then nobody at the office has taken it up.
 *
 * @throws DomainError `not-found`; `forbidden` while it waits for the virus scanner, is infected, being prepared or unreadable.
 */
export async function openDocumentFile(
  key: DocumentKey & { staff: string; role?: StaffRole },
  deps: Dependencies,
): Promise<DocumentFile> {
  const found = await findDocument(key, deps);
  const { scan, unread } = found;
  if (scan === 'pending')
    throw new DomainError('forbidden', 'This file has not been checked for viruses yet. Try again soon.');
  if (scan === 'infected')
    throw new DomainError('forbidden', 'The virus scanner found something in this file. It is kept locked.');
  const readiness = readinessOf(found);
  if (readiness === 'unreadable')
    throw new DomainError('forbidden', 'We cannot read this PDF. Ask the client for a photo of each page.');
  if (readiness === 'preparing')
    throw new DomainError('forbidden', 'This PDF is being made ready to open. Try again in a minute.');
  if (unread && key.role !== 'read_only')
    await clearUnread(key, { read_by: key.staff, read_at: new Date() }, deps);
  return presentFile(found, needsCopy(found) ? found.copy : undefined, deps);
}

/**
 * Marks an unreadable document as handled, so that it no longer counts as unread. The client still sees that we could not open
 * it. Idempotent.
 *
 * @throws DomainError `not-found`; `conflict` for a document that can be opened, now or once it is prepared.
 */
export async function markDocumentHandled(
  key: DocumentKey & { staff: string },
  deps: Dependencies,
): Promise<void> {
  const { unreadable, scan } = await findDocument(key, deps);
  if (!unreadable && scan !== 'infected')
    throw new DomainError('conflict', 'This document can be opened. It counts as read once somebody does.');
  await clearUnread(key, { handled_by: key.staff, handled_at: new Date() }, deps);
  deps.log.info('client document handled', { staff: key.staff });
}

/** Clears the unread mark and stores why, unless already cleared. */
async function clearUnread(
  { id, document }: DocumentKey,
  outcome: Partial<ClientDocument>,
  { portal }: Dependencies,
): Promise<void> {
  await inTransaction(portal, async (session) => {
    const { modifiedCount } = await clientDocumentsCollection
      .model(portal)
      .updateOne(
        { _id: document, state: 'stored', unread: true },
        { $set: outcome, $unset: { unread: 1 } },
        { session },
      );
    if (modifiedCount > 0) await markWaiting(id, { portal }, session);
  });
}

/** Reads the file itself, without the checks of `openDocumentFile`; logged. @throws DomainError `not-found`. */
export async function readDocumentFile(key: DocumentKey, deps: Dependencies): Promise<DocumentFile> {
  return presentFile(await findDocument(key, deps), undefined, deps);
}

async function presentFile(
  row: ClientDocument,
  images: PageImages | undefined,
  deps: Dependencies,
): Promise<DocumentFile> {
  const { _id, type = 'other', content_type } = row;
  const { size, pieces } = images ?? row;
  if (!content_type || size === undefined || pieces === undefined)
    throw new Error('A stored document has no file.');
  deps.log.info('client document read');
  return {
    fileName: `${type}-${_id.toHexString().slice(-6)}.${uploadTypes[content_type]}`,
    contentType: content_type,
    size,
    content: readFile(images ? copyOf(_id) : fileOf(_id), pieces, {
      ring: await deps.keys.of(row.client_id),
      store: deps.store,
    }),
  };
}
