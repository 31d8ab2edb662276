import { createHash } from 'node:crypto';
import { Types, trusted } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { bounded, cleanUpload, type UploadType, uploadTypes } from '#api/casework/clients/clean-upload.ts';
import {
  addressOf,
  arrivalOf,
  type ClientDocument,
  clientDocumentModel,
  clientDocumentsCollection,
  type DocumentFile,
  discard,
  encryptTitle,
  fileOf,
  openText,
  readDocumentFile,
  recordChange,
} from '#api/casework/clients/client-documents.ts';
import {
  type DocumentType,
  documentTypes,
  maxFilesAtOnce,
  type SentType,
} from '#api/casework/clients/document-types.ts';
import { makeReference } from '#api/casework/submissions/reference.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { encrypt } from '#api/platform/keys/encrypt.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';

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
export type SentState = 'received' | 'checked' | 'read' | 'not-accepted';

/** A paper as the client who sent it reads it. */
export interface SentDocument {
  id: string;
  title: string;
  type: DocumentType;
  /** The ending of its file's name. */
  ending: string;
  /** Bytes. */
  size: number;
  receipt: string;
  state: SentState;
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

interface Paper {
  type: SentType;
  note: string;
  receipt: string;
  /** Among the received files of the form, from 1. */
  number: number;
}

const mostShown = 200;
const alreadyArriving = 'You have sent this file already, a moment ago';

/**
 * Takes the files of a form one after the other, as they arrive. A file that can't be used is refused with a reason, and the
 * others are kept. Every file that is reported as received is stored for good.
 *
 * @throws DomainError `not-found` when the session's client no longer exists.
 */
export async function sendFiles(
  sent: { client: string; type: SentType; note: string; files: AsyncIterable<AsyncIterable<Uint8Array>> },
  deps: Dependencies,
): Promise<SentFiles> {
  const { client, type, note, files } = sent;
  const { confirmBy } = await readAccount({ id: client }, deps);
  const sender = { client, isConfirmed: confirmBy === null };
  const receipt = makeReference();
  const outcomes: FileOutcome[] = [];
  let received = 0;
  for await (const file of files) {
    const paper = { type, note, receipt, number: received + 1 };
    const outcome =
      outcomes.length < maxFilesAtOnce
        ? await receive(file, paper, sender, deps)
        : ({
            state: 'refused',
            text: `We take ${maxFilesAtOnce} files at once. Send this one again`,
          } as const);
    if (outcome.state === 'received') received += 1;
    outcomes.push(outcome);
  }
  return { receipt: received > 0 ? receipt : null, outcomes };
}

async function receive(
  file: AsyncIterable<Uint8Array>,
  paper: Paper,
  { client, isConfirmed }: Sender,
  deps: Dependencies,
): Promise<FileOutcome> {
  try {
    // By account and never by network: nobody can use up what another client may send.
    await deps.limits.reserve(isConfirmed ? 'clientUpload' : 'unconfirmedUpload', client);
    return await store(file, paper, client, deps);
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'not-found')
      return { state: 'refused', text: error.message };
    throw error;
  }
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
  const { portal, keys, log } = deps;
  const _id = new Types.ObjectId();
  const model = clientDocumentModel(portal);
  const files = { ring: keys.fields, store: deps.store };
  const hash = createHash('sha256');
  await model.create({ _id, client_id: client, state: 'uploading', at: new Date() });
  try {
    const arrived = await writeFile(arrivalOf(_id), hashed(bounded(file), hash), files);
    const digest = fingerprint(keys.fingerprints, 'client document', hash.digest('base64url'));
    const known = await findKnown(client, digest, deps);
    if (known) {
      await discard({ _id }, deps);
      return known;
    }
    const { type: content_type, content } = await cleanUpload(
      readFile(arrivalOf(_id), arrived.pieces, files),
    );
    const written = await writeFile(fileOf(_id), content, files);
    await deleteFile(arrivalOf(_id), arrived.pieces, files);
    await keep({ _id, content_type, digest, ...written }, paper, client, deps);
  } catch (error) {
    await discard({ _id }, deps);
    // The same form was posted twice at once: the next one to look finds the file.
    if (isDuplicateKey(error, 'digest')) return { state: 'refused', text: alreadyArriving };
    throw error;
  }
  log.info('client document received');
  return { state: 'received' };
}

/** @returns the outcome for a file that the client has sent before; undefined for a new one. */
async function findKnown(
  client: string,
  digest: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<FileOutcome | undefined> {
  const before = await clientDocumentModel(portal)
    .findOne({ client_id: client, digest, state: 'stored' }, { receipt: 1 })
    .lean<ClientDocument>();
  return before?.receipt ? { state: 'known', receipt: before.receipt } : undefined;
}

async function* hashed(
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

/** Makes the stored file a document: from here on it is there for its client and for staff, whatever happens. */
async function keep(file: StoredFile, paper: Paper, client: string, deps: Dependencies): Promise<void> {
  const { _id, ...stored } = file;
  const { type, note, receipt, number } = paper;
  const { portal, keys, settings } = deps;
  const title = `${type === 'other' ? 'Paper' : documentTypes[type]}, file ${number}`;
  await inTransaction(portal, async (session) => {
    await readAccount({ id: client }, deps, session);
    const { modifiedCount } = await clientDocumentModel(portal).updateOne(
      { _id, state: 'uploading' },
      {
        $set: {
          ...stored,
          type,
          receipt,
          number,
          state: 'stored',
          // Nobody can open it before it was scanned, so until then it is no work for the office.
          ...(settings.CLAMD ? { scan: 'pending' } : { scan: 'none', unread: true }),
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
    await recordChange({ change: 'sent', id: client, _id, title, type, reason: null }, deps, session);
  });
}

/** @returns what a client has sent, the newest 200, newest first. */
export async function listSent(
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
      isOpen: mayOpen(row),
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    };
  });
}

function stateOf({ scan, read_at }: ClientDocument): SentState {
  if (scan === 'infected') return 'not-accepted';
  if (read_at) return 'read';
  return scan === 'clean' ? 'checked' : 'received';
}

/** A client gets back what a scanner has passed, and pictures, which we have drawn anew. */
function mayOpen({ scan, content_type }: ClientDocument): boolean {
  return scan === 'clean' || (scan === 'none' && content_type !== 'application/pdf');
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
  await deps.audit.record({ actor: `client:${client}`, action: 'uploads.documentFile', subject: document });
  return readDocumentFile({ id: client, document }, deps);
}
