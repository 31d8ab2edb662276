import { type mongo, Types, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import { forEachRow } from '#api/platform/database/for-each-row.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { encrypt } from '#api/platform/keys/encrypt.ts';
import { cleanUpload, type UploadType, uploadTypes } from './clean-upload.ts';
import {
  addressOf,
  arrivalOf,
  type ClientDocument,
  type ClientDocumentChange,
  clientDocumentModel,
  clientDocumentsCollection,
  copyOf,
  type DocumentChange,
  documentChangeModel,
  documentChangesCollection,
  encryptTitle,
  fileOf,
  needsCopy,
  openText,
  type PaperCopy,
  placeOf,
  readinessOf,
  removed,
  rewrittenOf,
  type ScanState,
} from './client-document.model.ts';
import { type DocumentType, maxDocumentBytes } from './document-types.ts';
import { markWaiting } from './mark-waiting.ts';

/** A document as staff read it. */
export interface ShownDocument {
  id: string;
  title: string;
  type: DocumentType;
  /** The ending of its file's name. */
  ending: string;
  /** Bytes. */
  size: number;
  /** The name of the account that uploaded it; null once that was deleted, and for what the client sent. */
  who: string | null;
  /** ISO 8601 */
  at: string;
  /** Null for what staff uploaded. */
  fromClient: FromClient | null;
}

/** What staff read about a document that the client sent. */
interface FromClient {
  receipt: string;
  note: string | null;
  scan: ScanState;
  /** Whether it is still made ready to be opened, is locked because we cannot read it, or neither. */
  readiness: 'ready' | 'preparing' | 'unreadable';
  /** Where staff open its pages as pictures: how many are shown, and how many it has. */
  copy: Pick<PaperCopy, 'drawn' | 'pages'> | null;
  /** ISO 8601; null until somebody in the office opens it. */
  readAt: string | null;
  /** Who opened it first; null once that account was deleted. */
  reader: string | null;
  /** When and by whom a locked one was marked as handled; null where it still waits, and for others. */
  handled: { at: string; who: string | null } | null;
}

/** Nobody has more, and a page of more would be of no use. */
const mostShown = 200;
/** The site gives an upload two minutes. */
const interruptedAfterMs = 60 * 60_000;
/** An interrupted upload has at most as many. */
const mostPieces = Math.ceil(maxDocumentBytes / (1024 * 1024));

/** Bytes of a copy as pictures, which may be larger than its PDF. */
export const maxCopyBytes = 50 * 1024 * 1024;
/** The last picture may pass that. */
const mostCopyPieces = 2 + maxCopyBytes / (1024 * 1024);

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

/** One document of one client. */
export interface DocumentKey {
  /** The id of the client. */
  id: string;
  /** The id of the document. */
  document: string;
}

interface Named {
  title: string;
  type: DocumentType;
}

/**
 * Stores an upload while it arrives, encrypted. It becomes a document by the last write: if the process ends before, only
 * pieces are left, which `purgeClientDocuments` deletes.
 *
 * @throws DomainError `not-found` for the client, `bad-input` or `too-large` for the file, `unavailable` when too many are read.
 */
export async function addDocument(
  uploaded: Named & { id: string; staff: string; file: AsyncIterable<Uint8Array> },
  deps: Dependencies,
): Promise<{ document: string }> {
  const { id, staff, title, type, file } = uploaded;
  const { portal, keys, store, log } = deps;
  await readAccount({ id }, deps);
  const _id = new Types.ObjectId();
  const { type: content_type, content } = await cleanUpload(file, 'staff');
  await clientDocumentModel(portal).create({ _id, client_id: id, state: 'uploading', staff, at: new Date() });
  try {
    const written = await writeFile(fileOf(_id), content, { ring: keys.fields, store });
    await inTransaction(portal, async (session) => {
      await readAccount({ id }, deps, session);
      const stored = { ...written, content_type, type, state: 'stored', at: new Date() };
      const { modifiedCount } = await clientDocumentModel(portal).updateOne(
        { _id, state: 'uploading' },
        { $set: { ...stored, title: encryptTitle(clientDocumentsCollection, _id, title, deps) } },
        { session },
      );
      if (modifiedCount === 0) throw new DomainError('conflict', 'This upload took too long. Try again.');
      await recordChange({ change: 'added', id, _id, title, type, staff, reason: null }, deps, session);
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
  request: DocumentKey & Named & { reason: string; staff: string },
  deps: Dependencies & Pick<Deps, 'audit'>,
): Promise<void> {
  const { id, title, type, reason, staff } = request;
  const found = await findDocument(request, deps);
  const { _id } = found;
  const recordFields = changeRecorder(deps.audit, {
    actor: `staff:${staff}`,
    action: 'clients.documentChanged',
    subject: id,
    details: { document: request.document },
  });
  const before = { title: openText(clientDocumentsCollection, deps)(_id, 'title', found.title ?? '') };
  await recordFields(changedFields({ ...before, type: found.type }, { title, type }));
  await inTransaction(deps.portal, async (session) => {
    const { matchedCount } = await clientDocumentModel(deps.portal).updateOne(
      { _id, state: 'stored' },
      { $set: { type, title: encryptTitle(clientDocumentsCollection, _id, title, deps) } },
      { session },
    );
    if (matchedCount === 0) throw notFound();
    await recordChange({ change: 'changed', id, _id, title, type, staff, reason }, deps, session);
  });
  deps.log.info('client document changed', { staff });
}

/** Deletes a document and its bytes; that it was there, and why it was deleted, stays. @throws DomainError `not-found`. */
export async function removeDocument(
  request: DocumentKey & { reason: string; staff: string },
  deps: Dependencies,
): Promise<void> {
  const { id, reason, staff } = request;
  const found = await findDocument(request, deps);
  const { _id, type = 'other', pieces } = found;
  const title = openText(clientDocumentsCollection, deps)(_id, 'title', found.title ?? '');
  await inTransaction(deps.portal, async (session) => {
    const { modifiedCount } = await clientDocumentModel(deps.portal).updateOne(
      { _id, state: 'stored' },
      removed,
      { session },
    );
    if (modifiedCount === 0) throw notFound();
    await markWaiting(id, deps, session);
    await recordChange({ change: 'removed', id, _id, title, type, staff, reason }, deps, session);
  });
  await discard({ _id, pieces }, deps);
  deps.log.info('client document removed', { staff });
}

/**
 * @returns the newest 200 documents that staff uploaded and the newest 200 that the client sent, newest first. No number of
 * papers from a client hides what staff have put there.
 */
export async function listDocuments({ id }: { id: string }, deps: Dependencies): Promise<ShownDocument[]> {
  const newest = (isFromClient: boolean) =>
    clientDocumentModel(deps.portal)
      .find({ client_id: id, state: 'stored', receipt: trusted({ $exists: isFromClient }) })
      .sort({ at: -1, _id: -1 })
      .limit(mostShown)
      .lean<ClientDocument[]>();
  const found = (await Promise.all([newest(false), newest(true)])).flat();
  const names = await readStaffNames(found.flatMap(accountsIn), deps.portal);
  return found.sort((a, b) => Number(b.at) - Number(a.at)).map((row) => presentDocument(row, names, deps));
}

/** @returns the ids of the staff accounts that a document names. */
function accountsIn({ staff, read_by, handled_by }: ClientDocument): string[] {
  return [staff, read_by, handled_by].filter((id) => id !== undefined);
}

/** Nobody reads the exact number above it. */
const mostCounted = 100;

/** @returns how many papers from clients nobody has opened yet: exact below 100, else 99 and `more`; and the client who has waited longest. */
export async function countUnread({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; more: boolean; oldest: string | null }> {
  const model = clientDocumentModel(portal);
  const [found, oldest] = await Promise.all([
    model.countDocuments({ unread: true }, { limit: mostCounted }),
    model.findOne({ unread: true }, { client_id: 1 }).sort({ at: 1 }).lean<ClientDocument>(),
  ]);
  return {
    count: Math.min(found, mostCounted - 1),
    more: found >= mostCounted,
    oldest: oldest?.client_id ?? null,
  };
}

/** What was done with a document, as staff read it. */
interface ShownDocumentChange {
  id: string;
  name: DocumentChange;
  title: string;
  reason: string | null;
  /** The name of the account; null once that was deleted, and for what the client did. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

/** @returns what was done with a client's documents, newest first. */
export async function listDocumentChanges(
  { id, cursor, limit }: { id: string; cursor: string | null; limit: number },
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<ShownDocumentChange[]> {
  const found = await documentChangeModel(deps.portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientDocumentChange[]>();
  const names = await readStaffNames(
    found.flatMap(({ staff }) => staff ?? []),
    deps.portal,
  );
  const open = openText(documentChangesCollection, deps);
  return found.map(({ _id, change, title, reason, staff, at }) => ({
    id: _id.toHexString(),
    name: change,
    title: open(_id, 'title', title),
    reason: reason === null ? null : open(_id, 'reason', reason),
    who: (staff && names.get(staff)) ?? null,
    at: at.toISOString(),
  }));
}

/** @returns the newest document of a type that staff uploaded for a client, or null. */
export async function newestDocument(
  { id, type }: { id: string; type: DocumentType },
  { portal }: Pick<Deps, 'portal'>,
): Promise<Pick<ShownDocument, 'id' | 'ending' | 'size' | 'at'> | null> {
  const found = await clientDocumentModel(portal)
    .findOne(
      { client_id: id, state: 'stored', type, receipt: trusted({ $exists: false }) },
      { content_type: 1, size: 1, at: 1 },
    )
    .sort({ at: -1, _id: -1 })
    .lean<ClientDocument>();
  if (!found) return null;
  const { _id, content_type = 'application/pdf', size = 0, at } = found;
  return { id: _id.toHexString(), ending: uploadTypes[content_type], size, at: at.toISOString() };
}

/** @throws DomainError `not-found`. */
export async function readDocument(key: DocumentKey, deps: Dependencies): Promise<ShownDocument> {
  const found = await findDocument(key, deps);
  return presentDocument(found, await readStaffNames(accountsIn(found), deps.portal), deps);
}

/** A document's file for a download. */
export interface DocumentFile {
  /** By its type and a part of its id, without personal data: names of files are shown and logged everywhere. */
  fileName: string;
  contentType: UploadType;
  size: number;
  /** It throws where a piece is missing or was changed. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Reads a document for staff: of a PDF that no scanner has passed, its pages as pictures. What the client sent counts as read by
 * the office from now on.
 *
 * @throws DomainError `not-found`; `forbidden` for what no scanner has passed yet, where there is one, and for what is not ready
 * or cannot be read.
 */
export async function openDocumentFile(
  key: DocumentKey & { staff: string },
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
  if (unread) await endWaiting(key, { read_by: key.staff, read_at: new Date() }, deps);
  return presentFile(found, needsCopy(found) ? found.copy : undefined, deps);
}

/**
 * Says of a paper of the client that nobody can open it, and that the office has nothing more to do with it: it no longer waits to
 * be read. Its client goes on reading that we could not open it. Saying it again changes nothing.
 *
 * @throws DomainError `not-found`; `conflict` for one that can be opened, or will be.
 */
export async function markDocumentHandled(
  key: DocumentKey & { staff: string },
  deps: Dependencies,
): Promise<void> {
  const { unreadable, scan } = await findDocument(key, deps);
  if (!unreadable && scan !== 'infected')
    throw new DomainError('conflict', 'This document can be opened. It counts as read once somebody does.');
  await endWaiting(key, { handled_by: key.staff, handled_at: new Date() }, deps);
  deps.log.info('client document handled', { staff: key.staff });
}

/** Says of a paper that waited for the office what became of it, where nobody was first. */
async function endWaiting(
  { id, document }: DocumentKey,
  outcome: Partial<ClientDocument>,
  { portal }: Dependencies,
): Promise<void> {
  await inTransaction(portal, async (session) => {
    const { modifiedCount } = await clientDocumentModel(portal).updateOne(
      { _id: document, state: 'stored', unread: true },
      { $set: outcome, $unset: { unread: 1 } },
      { session },
    );
    if (modifiedCount > 0) await markWaiting(id, { portal }, session);
  });
}

/** For the client or, after `openDocumentFile`, staff; logged. @throws DomainError `not-found`. */
export async function readDocumentFile(key: DocumentKey, deps: Dependencies): Promise<DocumentFile> {
  return presentFile(await findDocument(key, deps), undefined, deps);
}

function presentFile(row: ClientDocument, copy: PaperCopy | undefined, deps: Dependencies): DocumentFile {
  const { _id, type = 'other', content_type } = row;
  const { size, pieces } = copy ?? row;
  if (!content_type || size === undefined || pieces === undefined)
    throw new Error('A stored document has no file.');
  deps.log.info('client document read');
  return {
    fileName: `${type}-${_id.toHexString().slice(-6)}.${uploadTypes[content_type]}`,
    contentType: content_type,
    size,
    content: readFile(copy ? copyOf(_id) : placeOf(row), pieces, {
      ring: deps.keys.fields,
      store: deps.store,
    }),
  };
}

/**
 * Deletes the documents of clients whose account has ended, uploads that were interrupted, and what is left of removed
 * documents. @returns how many.
 */
export async function purgeClientDocuments(deps: Pick<Deps, 'portal' | 'store'>): Promise<number> {
  const model = clientDocumentModel(deps.portal);
  const interrupted = trusted({ $lt: new Date(Date.now() - interruptedAfterMs) });
  const ended = await listEndedClients(clientDocumentsCollection, deps.portal);
  const expired = trusted({
    $or: [
      { client_id: trusted({ $in: ended }) },
      { state: 'removed' },
      { state: 'uploading', at: interrupted },
    ],
  });
  // From now on nobody reads them, and no upload can become one of them.
  const _id = trusted({ $in: await model.distinct('_id', expired) });
  await model.updateMany({ _id }, removed);
  const rows = model.find({ _id }, { pieces: 1 }).lean<ClientDocument>().cursor();
  return forEachRow(rows, (row) => discard(row, deps));
}

/** Deletes what is on record about documents of clients whose account has ended. @returns how many entries. */
export async function purgeDocumentChanges({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(documentChangesCollection, portal);
  const { deletedCount } = await documentChangeModel(portal).deleteMany({
    client_id: trusted({ $in: ended }),
  });
  return deletedCount;
}

/**
 * Deletes the bytes, then the row that tells where they are. While somebody prepares it, who may still write some, the row stays,
 * and `purgeClientDocuments` deletes them later.
 */
export async function discard(
  { _id, pieces }: Pick<ClientDocument, '_id' | 'pieces'>,
  { portal, store }: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  const model = clientDocumentModel(portal);
  // What had arrived of an upload is gone before its document is stored.
  if (pieces === undefined) await deleteFile(arrivalOf(_id), mostPieces, { store });
  const { prepare, held_until, rewritten, copy } =
    (await model.findOne({ _id }).lean<ClientDocument>()) ?? {};
  await deleteFile(fileOf(_id), (rewritten ? undefined : pieces) ?? mostPieces, { store });
  if (prepare || rewritten) await deleteFile(rewrittenOf(_id), mostPieces, { store });
  if (prepare || copy) await deleteFile(copyOf(_id), copy?.pieces ?? mostCopyPieces, { store });
  if (prepare && held_until && held_until > new Date()) return;
  await model.deleteOne({ _id });
}

async function findDocument(
  { id, document }: DocumentKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<ClientDocument> {
  const found = await clientDocumentModel(portal)
    .findOne({ _id: document, client_id: id, state: 'stored' })
    .lean<ClientDocument>();
  if (!found) throw notFound();
  return found;
}

function notFound(): DomainError {
  return new DomainError('not-found', 'This document was not found.');
}

export async function recordChange(
  made: Named & {
    change: DocumentChange;
    id: string;
    _id: Types.ObjectId;
    staff?: string;
    reason: string | null;
  },
  deps: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const { change, id, _id: document, title, type, staff, reason } = made;
  const _id = new Types.ObjectId();
  const row = {
    _id,
    client_id: id,
    document,
    change,
    type,
    ...(staff && { staff }),
    title: encryptTitle(documentChangesCollection, _id, title, deps),
    reason: reason && encrypt(deps.keys.fields, reason, addressOf(documentChangesCollection, _id, 'reason')),
    at: new Date(),
  };
  await documentChangeModel(deps.portal).create([row], { session });
}

function presentDocument(
  row: ClientDocument,
  names: Map<string, string>,
  deps: Pick<Deps, 'keys' | 'log'>,
): ShownDocument {
  const { _id, title = '', type = 'other', content_type = 'application/pdf', size = 0, staff, at } = row;
  const { receipt, note, scan = 'none', copy, read_at, read_by, handled_at, handled_by } = row;
  const open = openText(clientDocumentsCollection, deps);
  return {
    id: _id.toHexString(),
    title: open(_id, 'title', title),
    type,
    ending: uploadTypes[content_type],
    size,
    who: (staff && names.get(staff)) ?? null,
    at: at.toISOString(),
    fromClient:
      receipt === undefined
        ? null
        : {
            receipt,
            note: note === undefined ? null : open(_id, 'note', note),
            scan,
            readiness: readinessOf(row),
            copy: copy && needsCopy(row) ? { drawn: copy.drawn, pages: copy.pages } : null,
            readAt: read_at?.toISOString() ?? null,
            reader: (read_by && names.get(read_by)) ?? null,
            handled: handled_at
              ? { at: handled_at.toISOString(), who: (handled_by && names.get(handled_by)) ?? null }
              : null,
          },
  };
}
