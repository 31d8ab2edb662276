import { createHash } from 'node:crypto';
import { type mongo, Types, trusted } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { clientEvent } from '#api/accounts/clients/client-event.ts';
import {
  bounded,
  cleanUpload,
  type ReadingQueue,
  type UploadType,
  uploadTypes,
} from '#api/casework/clients/clean-upload.ts';
import {
  addressOf,
  arrivalOf,
  type ClientDocument,
  clientDocumentModel,
  clientDocumentsCollection,
  encryptTitle,
  fileOf,
  openText,
  readinessOf,
  removed,
} from '#api/casework/clients/client-document.model.ts';
import {
  type DocumentFile,
  discard,
  readDocumentFile,
  recordChange,
} from '#api/casework/clients/client-documents.ts';
import {
  type DocumentType,
  documentTypes,
  maxFilesAtOnce,
  type SentType,
} from '#api/casework/clients/document-types.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import { makeReference } from '#api/casework/submissions/reference.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { encrypt } from '#api/platform/keys/encrypt.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { noteAddress, partsOf, type Upload, uploadModel } from './upload.model.ts';

/** What came of one file. */
export type FileOutcome =
  | { state: 'received' }
  /** The client sent the very same file before; `receipt` is the one of then. */
  | { state: 'known'; receipt: string }
  | { state: 'refused'; text: string };

/** What came of a form, file by file in the order in which they arrived. */
export interface SentFiles {
  /** The reference of what was received; null when nothing was. */
  receipt: string | null;
  outcomes: FileOutcome[];
}

/** How far a paper has come, as its client reads it. */
export type SentState =
  /** It is here, and we have not checked yet whether we can use it. */
  'waiting' | 'received' | 'checked' | 'read' | 'unreadable' | 'not-accepted' | 'refused';

/** A paper as the client who sent it reads it. */
export interface SentDocument {
  id: string;
  title: string;
  type: DocumentType;
  /** The ending of its file's name; empty while we do not know what it is. */
  ending: string;
  /** Bytes. */
  size: number;
  receipt: string;
  state: SentState;
  /** Why it was refused; else null. */
  reason: string | null;
  /** Whether its client may open it. */
  isOpen: boolean;
  /** ISO 8601: when it arrived. */
  at: string;
  /** ISO 8601; null until our office has opened it. */
  readAt: string | null;
}

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>;

interface Sender {
  client: string;
  /** Whether staff know who the client is. */
  isConfirmed: boolean;
}

/** What a client says about a paper, and the reference that it gets. */
export interface Paper {
  type: SentType;
  note: string;
  receipt: string;
}

const mostShown = 200;
const unreadableBefore =
  'You sent us this file before, and we could not open it. Save it as PDF again, or send a photo of each page';
const alreadyArriving = 'You have sent this file already, a moment ago';

/**
 * Takes the files of a form one after the other, as they arrive. A file that can't be used is refused with a reason, and the
 * others are kept. Every file that is reported as received is stored for good; while many are being read, a job makes it a
 * document later.
 *
 * @throws DomainError `not-found` when the session's client no longer exists.
 */
export async function sendFiles(
  sent: { client: string; type: SentType; note: string; files: AsyncIterable<AsyncIterable<Uint8Array>> },
  deps: Dependencies,
): Promise<SentFiles> {
  const { client, type, note, files } = sent;
  const sender = await readSender(client, deps);
  const paper = { type, note, receipt: makeReference() };
  const outcomes: FileOutcome[] = [];
  for await (const file of files) {
    const outcome =
      outcomes.length < maxFilesAtOnce
        ? await receive(file, paper, sender, deps)
        : ({
            state: 'refused',
            text: `We take ${maxFilesAtOnce} files at once. Send this one again`,
          } as const);
    outcomes.push(outcome);
  }
  const isReceived = outcomes.some(({ state }) => state === 'received');
  return { receipt: isReceived ? paper.receipt : null, outcomes };
}

/** @throws DomainError `not-found` when the session's client no longer exists. */
export async function readSender(client: string, deps: Dependencies): Promise<Sender> {
  const { confirmBy } = await readAccount({ id: client }, deps);
  return { client, isConfirmed: confirmBy === null };
}

/**
 * Counts a file before it arrives. By account and never by network: nobody can use up what another client may send.
 *
 * @throws DomainError `too-many`.
 */
export async function countFile({ client, isConfirmed }: Sender, deps: Dependencies): Promise<void> {
  await deps.limits.reserve(isConfirmed ? 'clientUpload' : 'unconfirmedUpload', client);
}

async function receive(
  file: AsyncIterable<Uint8Array>,
  paper: Paper,
  sender: Sender,
  deps: Dependencies,
): Promise<FileOutcome> {
  try {
    await countFile(sender, deps);
    return await store(file, paper, sender.client, deps);
  } catch (error) {
    return refusalOf(error);
  }
}

/** @returns the outcome of a file that can't be taken, in our words. @throws what is no refusal of a file. */
export function refusalOf(error: unknown): Extract<FileOutcome, { state: 'refused' }> {
  if (error instanceof DomainError && error.code !== 'not-found')
    return { state: 'refused', text: error.message };
  throw error;
}

/**
 * Stores a file as it arrives, encrypted, then makes the document from it. So a picture is decoded only once it is here as a
 * whole, and nobody with a slow connection keeps others waiting for the decoder.
 */
async function store(
  file: AsyncIterable<Uint8Array>,
  paper: Paper,
  client: string,
  deps: Dependencies,
): Promise<FileOutcome> {
  const _id = new Types.ObjectId();
  const files = { ring: deps.keys.fields, store: deps.store };
  const hash = createHash('sha256');
  await clientDocumentModel(deps.portal).create({
    _id,
    client_id: client,
    state: 'uploading',
    at: new Date(),
  });
  try {
    const { pieces, size } = await writeFile(arrivalOf(_id), hashed(bounded(file), hash), files);
    const digest = digestOf(hash, deps);
    const content = () => readFile(arrivalOf(_id), pieces, files);
    const removeArrival = () => deleteFile(arrivalOf(_id), pieces, files);
    try {
      const arrived = { _id, digest, content: content() };
      return await makeDocument(arrived, paper, client, deps, { beforeKept: removeArrival });
    } catch (error) {
      if (!isBusy(error)) throw error;
      await keepForLater({ _id, digest, size, content: content() }, paper, client, deps);
      await removeArrival();
      return { state: 'received' };
    }
  } catch (error) {
    await giveUp(_id, deps);
    throw error;
  }
}

/** Whether a file was not read because too many others wait for that: nothing is wrong with it. */
export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable';
}

/** Makes an arrived file an upload that has arrived, which `finishUploads` goes on with. Its row `uploading` stays for that. */
async function keepForLater(
  { _id, digest, size, content }: ArrivedFile & { size: number },
  paper: Paper,
  client: string,
  deps: Dependencies,
): Promise<void> {
  const model = uploadModel(deps.portal);
  const about = { client_id: client, digest, size, offset: size, tries: 0, unattended: true };
  // Until its bytes are there it ends by itself after a day.
  await model
    .create({ _id, ...about, ...encryptPaper(_id, paper, deps), state: 'arriving', at: new Date() })
    .catch((error: unknown) => {
      throw isDuplicateKey(error, 'digest') ? new DomainError('conflict', alreadyArriving) : error;
    });
  await writeFile(partsOf(_id), content, { ring: deps.keys.fields, store: deps.store });
  const { modifiedCount } = await model.updateOne(
    { _id, state: 'arriving' },
    { $set: { state: 'arrived', at: new Date() } },
  );
  if (modifiedCount === 0) throw new DomainError('conflict', 'This file took too long. Send it again');
}

/** @returns what is said about an upload, as it is stored. */
export function encryptPaper(
  _id: Types.ObjectId,
  { type, note, receipt }: Paper,
  { keys }: Pick<Deps, 'keys'>,
) {
  return { type, receipt, ...(note && { note: encrypt(keys.fields, note, noteAddress(_id)) }) };
}

/** A file that is here as a whole. */
interface ArrivedFile {
  /** That of its row, which is `uploading`. */
  _id: Types.ObjectId;
  /** From `digestOf`. */
  digest: string;
  content: AsyncIterable<Uint8Array>;
}

interface Around {
  /** In which it waits to be read; that of clients unless it is said. */
  queue?: ReadingQueue;
  beforeKept?: () => Promise<void>;
  /** What is written together with the document or not at all. */
  whenKept?: (session: mongo.ClientSession) => Promise<void>;
}

/**
 * Checks a file that has arrived and makes it a document of the client. Nothing is left of a file that was sent before.
 *
 * @throws DomainError `bad-input` or `too-large` for what can't be used; `unavailable` when too many others wait to be read.
 */
export async function makeDocument(
  { _id, digest, content }: ArrivedFile,
  paper: Paper,
  client: string,
  deps: Dependencies,
  { queue = 'clients', beforeKept, whenKept }: Around,
): Promise<FileOutcome> {
  const known = await findKnown(client, digest, deps);
  if (known) {
    await giveUp(_id, deps);
    return known;
  }
  const clean = await cleanUpload(content, queue);
  const written = await writeFile(fileOf(_id), clean.content, { ring: deps.keys.fields, store: deps.store });
  await beforeKept?.();
  try {
    await keep({ _id, content_type: clean.type, digest, ...written }, paper, client, deps, whenKept);
  } catch (error) {
    if (!isDuplicateKey(error, 'digest')) throw error;
    // The same file was sent twice at once: the next one to look finds it.
    await giveUp(_id, deps);
    return { state: 'refused', text: alreadyArriving };
  }
  deps.log.info('client document received');
  return { state: 'received' };
}

/** @returns the keyed fingerprint by which a second copy of a file is recognized. */
export function digestOf(
  sha256: ReturnType<typeof createHash> | string,
  { keys }: Pick<Deps, 'keys'>,
): string {
  const hash = typeof sha256 === 'string' ? sha256 : sha256.digest('base64url');
  return fingerprint(keys.fingerprints, 'client document', hash);
}

/** Deletes what did not become a document. One that did, in whichever process, stays. */
export async function giveUp(_id: Types.ObjectId, deps: Pick<Deps, 'portal' | 'store'>): Promise<void> {
  const model = clientDocumentModel(deps.portal);
  await model.updateOne({ _id, state: 'uploading' }, removed);
  // Also where its row was removed meanwhile, because it took too long: what was written since would never be found again.
  if (!(await model.exists({ _id, state: 'stored' }))) await discard({ _id }, deps);
}

/** @returns the outcome for a file that the client has sent before, as it came out then; undefined for a new one. */
export async function findKnown(
  client: string,
  digest: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Extract<FileOutcome, { state: 'known' | 'refused' }> | undefined> {
  const before = await clientDocumentModel(portal)
    .findOne({ client_id: client, digest, state: 'stored' }, { receipt: 1, unreadable: 1 })
    .lean<ClientDocument>();
  if (before?.unreadable) return { state: 'refused', text: unreadableBefore };
  return before?.receipt ? { state: 'known', receipt: before.receipt } : undefined;
}

/** Passes on what it hashes. */
export async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

interface StoredFile {
  _id: Types.ObjectId;
  content_type: UploadType;
  digest: string;
  pieces: number;
  size: number;
}

/** Nobody can open it before it was scanned or its pages were drawn, so until then it is no work for the office. */
function stateOfNew(type: UploadType, { CLAMD }: Pick<Deps['settings'], 'CLAMD'>): Partial<ClientDocument> {
  const rewrite_done = true;
  if (CLAMD) return { scan: 'pending', rewrite_done };
  return type === 'application/pdf'
    ? { scan: 'none', prepare: 'copy', rewrite_done }
    : { scan: 'none', unread: true, rewrite_done };
}

/** Makes the stored file a document: from here on it is there for its client and for staff, whatever happens. */
async function keep(
  file: StoredFile,
  { type, note, receipt }: Paper,
  client: string,
  deps: Dependencies,
  whenKept: Around['whenKept'],
): Promise<void> {
  const { _id, ...stored } = file;
  const { portal, keys, settings } = deps;
  const model = clientDocumentModel(portal);
  const state = stateOfNew(stored.content_type, settings);
  await inTransaction(portal, async (session) => {
    await readAccount({ id: client }, deps, session);
    const number = 1 + (await model.countDocuments({ receipt }, { session }));
    const title = `${type === 'other' ? 'Paper' : documentTypes[type]}, file ${number}`;
    const { modifiedCount } = await model.updateOne(
      { _id, state: 'uploading' },
      {
        $set: {
          ...stored,
          type,
          receipt,
          number,
          state: 'stored',
          ...state,
          at: new Date(),
          title: encryptTitle(clientDocumentsCollection, _id, title, deps),
          ...(note && {
            note: encrypt(keys.fields, note, addressOf(clientDocumentsCollection, _id, 'note')),
          }),
        },
      },
      { session },
    );
    if (modifiedCount === 0) throw new DomainError('conflict', 'This file took too long. Send it again');
    if (state.unread) await markWaiting(client, deps, session);
    await recordChange({ change: 'sent', id: client, _id, title, type, reason: null }, deps, session);
    await whenKept?.(session);
  });
}

/** @returns what a client has sent, the newest 200, newest first. */
export async function listSent(
  client: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<SentDocument[]> {
  const [documents, unattended] = await Promise.all([
    listSentDocuments(client, deps),
    listUnattended(client, deps),
  ]);
  return [...unattended, ...documents].sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** @returns files of forms that are not documents yet, or could not become one. */
async function listUnattended(client: string, { portal }: Pick<Deps, 'portal'>): Promise<SentDocument[]> {
  const found = await uploadModel(portal)
    .find({ client_id: client, state: trusted({ $in: ['arrived', 'done'] }), unattended: true })
    .sort({ at: -1 })
    .limit(mostShown)
    .lean<Upload[]>();
  return found.flatMap(({ _id, type, size, receipt, at, outcome }): SentDocument[] => {
    if (outcome && outcome.state !== 'refused') return [];
    return [
      {
        id: _id.toHexString(),
        title: type === 'other' ? 'Paper' : documentTypes[type],
        type,
        ending: '',
        size,
        receipt,
        state: outcome ? 'refused' : 'waiting',
        reason: outcome?.text ?? null,
        isOpen: false,
        at: at.toISOString(),
        readAt: null,
      },
    ];
  });
}

async function listSentDocuments(
  client: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<SentDocument[]> {
  const found = await clientDocumentModel(deps.portal)
    .find({ client_id: client, state: 'stored', receipt: trusted({ $exists: true }) })
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<ClientDocument[]>();
  const open = openText(clientDocumentsCollection, deps);
  return found.map((row) => {
    const { _id, title = '', type = 'other', content_type = 'application/pdf', size = 0 } = row;
    return {
      id: _id.toHexString(),
      title: open(_id, 'title', title),
      type,
      ending: uploadTypes[content_type],
      size,
      receipt: row.receipt ?? '',
      state: stateOf(row),
      reason: null,
      isOpen: mayOpen(row),
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    };
  });
}

function stateOf({ scan, read_at, unreadable }: ClientDocument): SentState {
  if (scan === 'infected') return 'not-accepted';
  if (unreadable) return 'unreadable';
  if (read_at) return 'read';
  return scan === 'clean' ? 'checked' : 'received';
}

/** A client gets back what a scanner has passed, and pictures, which we have drawn anew. */
function mayOpen(row: ClientDocument): boolean {
  const { scan, content_type } = row;
  const isPassed = scan === 'clean' || (scan === 'none' && content_type !== 'application/pdf');
  return isPassed && readinessOf(row) === 'ready';
}

/**
 * Gives clients what they sent themselves. It is on the audit record before the file leaves.
 *
 * @throws DomainError `not-found` for everything else; `forbidden` for what is not open to them; `too-many` after 60 downloads
 * in an hour.
 */
export async function openSent(
  { client, document }: { client: string; document: string },
  deps: Dependencies,
): Promise<DocumentFile> {
  const found = await clientDocumentModel(deps.portal)
    .findOne({ _id: document, client_id: client, state: 'stored', receipt: trusted({ $exists: true }) })
    .lean<ClientDocument>();
  if (!found) throw new DomainError('not-found', 'This document was not found.');
  if (!mayOpen(found)) throw new DomainError('forbidden', 'This file cannot be opened here.');
  await deps.limits.reserve('clientDownload', client);
  await deps.audit.record(clientEvent(client, 'uploads.documentFile', { details: { document } }));
  return readDocumentFile({ id: client, document }, deps);
}
