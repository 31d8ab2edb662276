import { Types } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeFile } from '#api/platform/documents/encrypted-file.ts';
import { requireFreeSpace } from '#api/platform/documents/require-free-space.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { cleanUpload } from './clean-upload.ts';
import { clientDocumentsCollection, fileOf, removed } from './client-document.model.ts';
import type { DocumentType } from './document-types.ts';
import { markWaiting } from './mark-waiting.ts';
import { discard } from './purge-documents.ts';
import { type DocumentKey, documentNotFound, findDocument } from './read-documents.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

interface DocumentDescription {
  title: string;
  type: DocumentType;
}

/**
 * Stores an upload of staff as it arrives, encrypted. The last write makes it a document: if the process dies earlier, only
 * pieces are left, which `purgeClientDocuments` deletes.
 *
 * @throws DomainError `not-found` for the client; `bad-input` or `too-large` for the file; `unavailable` when too many files wait
 * to be read, or too little space is left.
 */
export async function addDocument(
  uploaded: DocumentDescription & { id: string; staff: string; file: AsyncIterable<Uint8Array> },
  deps: Dependencies & Pick<Deps, 'settings'>,
): Promise<{ document: string }> {
  const { id, staff, title, type, file } = uploaded;
  const { portal, keys, store, log } = deps;
  await readAccount({ id }, deps);
  await requireFreeSpace('staff', deps);
  const _id = new Types.ObjectId();
  const { type: content_type, content } = await cleanUpload(file, 'staff');
  await clientDocumentsCollection
    .model(portal)
    .create({ _id, client_id: id, state: 'uploading', staff, at: new Date() });
  try {
    const ring = await keys.for(id);
    const written = await writeFile(fileOf(_id), content, { ring, store });
    await inTransaction(portal, async (session) => {
      await readAccount({ id }, deps, session);
      const stored = { ...written, content_type, type, state: 'stored', at: new Date() };
      const { modifiedCount } = await clientDocumentsCollection
        .model(portal)
        .updateOne(
          { _id, state: 'uploading' },
          { $set: { ...stored, title: clientDocumentsCollection.encrypt(ring, _id, 'title', title) } },
          { session },
        );
      if (modifiedCount === 0) throw new DomainError('conflict', 'This upload took too long. Try again.');
      const event = {
        client_id: id,
        name: 'document-added',
        by: staff,
        record: _id,
        subject: type,
        title,
      } as const;
      await recordEvent(event, deps, session);
    });
  } catch (error) {
    await discard({ _id }, deps);
    throw error;
  }
  log.info('client document added', { staff });
  return { document: _id.toHexString() };
}

/** @throws DomainError `not-found`. */
export async function changeDocument(
  request: DocumentKey & DocumentDescription & { reason: string; staff: string },
  deps: Dependencies & Pick<Deps, 'audit'>,
): Promise<void> {
  const { id, title, type, staff } = request;
  const found = await findDocument(request, deps);
  const { _id } = found;
  const recordFields = changeRecorder(deps.audit, {
    actor: `staff:${staff}`,
    action: 'clients.documentChanged',
    subject: id,
    details: { document: request.document },
  });
  const ring = await deps.keys.for(id);
  const before = { title: clientDocumentsCollection.read(ring, _id, 'title', found.title ?? '', deps) };
  await recordFields(changedFields({ ...before, type: found.type }, { title, type }));
  await inTransaction(deps.portal, async (session) => {
    const { matchedCount } = await clientDocumentsCollection
      .model(deps.portal)
      .updateOne(
        { _id, state: 'stored' },
        { $set: { type, title: clientDocumentsCollection.encrypt(ring, _id, 'title', title) } },
        { session },
      );
    if (matchedCount === 0) throw documentNotFound();
    await recordEvent({ ...changeOf(request, type), name: 'document-changed', title }, deps, session);
  });
  deps.log.info('client document changed', { staff });
}

/** Deletes a document and its bytes. The record of changes keeps its title and the reason. @throws DomainError `not-found`. */
export async function removeDocument(
  request: DocumentKey & { reason: string; staff: string },
  deps: Dependencies,
): Promise<void> {
  const { id, staff } = request;
  const found = await findDocument(request, deps);
  const { _id, type = 'other', pieces } = found;
  const ring = await deps.keys.of(id);
  const title = clientDocumentsCollection.read(ring, _id, 'title', found.title ?? '', deps);
  await inTransaction(deps.portal, async (session) => {
    const { modifiedCount } = await clientDocumentsCollection
      .model(deps.portal)
      .updateOne({ _id, state: 'stored' }, removed, { session });
    if (modifiedCount === 0) throw documentNotFound();
    await markWaiting(id, deps, session);
    await recordEvent({ ...changeOf(request, type), name: 'document-removed', title }, deps, session);
  });
  await discard({ _id, pieces }, deps);
  deps.log.info('client document removed', { staff });
}

function changeOf(
  { id, document, staff, reason }: DocumentKey & { reason: string; staff: string },
  type: DocumentType,
) {
  return { client_id: id, by: staff, record: new Types.ObjectId(document), subject: type, reason };
}
