import type { createHash } from 'node:crypto';
import type { mongo, Types } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import { cleanUpload, type ReadingQueue, type UploadType } from '#api/casework/clients/clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  fileOf,
  removed,
} from '#api/casework/clients/client-document.model.ts';
import { documentTypes } from '#api/casework/clients/document-types.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import { discard } from '#api/casework/clients/purge-documents.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { markUnconfirmed } from './room-for-unconfirmed.ts';
import type { SentDetails } from './upload.model.ts';

export type FileOutcome =
  | { state: 'received' }
  /** The client sent the very same file before; `receipt` is the earlier one. */
  | { state: 'known'; receipt: string }
  | { state: 'refused'; text: string };

/** A file that has arrived in full. */
export interface ArrivedFile {
  /** Id of its row, in state `uploading`. */
  _id: Types.ObjectId;
  /** From `digestOf`. */
  digest: string;
  content: AsyncIterable<Uint8Array>;
}

interface StoreOptions {
  /** Where it waits to be read; default: `clients`. */
  queue?: ReadingQueue;
  beforeStored?: () => Promise<void>;
  /** Writes in the transaction that stores the document. */
  inSameTransaction?: (session: mongo.ClientSession) => Promise<void>;
}

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log'>;

export const alreadyArriving = 'You have sent this file already, a moment ago';
const unreadableBefore =
  'You sent us this file before, and we could not open it. Save it as PDF again, or send a photo of each page';

/**
 * Checks an arrived file and makes it a document of the client. A file that was sent before is deleted.
 *
 * @throws DomainError `bad-input` or `too-large` for a file that can't be used; `unavailable` when too many files wait to be read.
 */
export async function makeDocument(
  { _id, digest, content }: ArrivedFile,
  details: SentDetails,
  client: string,
  deps: Dependencies,
  { queue = 'clients', beforeStored, inSameTransaction }: StoreOptions,
): Promise<FileOutcome> {
  const known = await findKnown(client, digest, deps);
  if (known) {
    await discardArrival(_id, deps);
    return known;
  }
  const clean = await cleanUpload(content, queue);
  const ring = await deps.keys.for(client);
  const written = await writeFile(fileOf(_id), clean.content, { ring, store: deps.store });
  await beforeStored?.();
  try {
    const file = { _id, content_type: clean.type, digest, ...written };
    await storeDocument(file, details, client, deps, inSameTransaction);
  } catch (error) {
    if (!isDuplicateKey(error, 'digest')) throw error;
    // The same file was sent twice at once; the other upload has become the document.
    await discardArrival(_id, deps);
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

/** Passes the content on while hashing it. */
export async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** Whether a file was not read because too many others were waiting. The file itself may be fine. */
export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable';
}

/** @returns the outcome of a refused file, in our words. Rethrows anything that is not a DomainError, and `not-found`. */
export function toRefusedFile(error: unknown): Extract<FileOutcome, { state: 'refused' }> {
  if (error instanceof DomainError && error.code !== 'not-found')
    return { state: 'refused', text: error.message };
  throw error;
}

/** Deletes bytes that never became a document. If any process has made the document, it stays. */
export async function discardArrival(
  _id: Types.ObjectId,
  deps: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  const model = clientDocumentsCollection.model(deps.portal);
  await model.updateOne({ _id, state: 'uploading' }, removed);
  // Also when the row was purged because the upload took too long: no row would point to bytes written since.
  if (!(await model.exists({ _id, state: 'stored' }))) await discard({ _id }, deps);
}

/** @returns the earlier outcome of a file that the client has sent before; undefined for a new file. */
export async function findKnown(
  client: string,
  digest: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Extract<FileOutcome, { state: 'known' | 'refused' }> | undefined> {
  const before = await clientDocumentsCollection
    .model(portal)
    .findOne({ client_id: client, digest, state: 'stored' }, { receipt: 1, unreadable: 1 })
    .lean<ClientDocument>();
  if (before?.unreadable) return { state: 'refused', text: unreadableBefore };
  return before?.receipt ? { state: 'known', receipt: before.receipt } : undefined;
}

interface StoredFile {
  _id: Types.ObjectId;
  content_type: UploadType;
  digest: string;
  pieces: number;
  size: number;
}

/** Nobody can open it before it is scanned or its pages are drawn, so it is not counted as unread before then. */
function stateOfNew(type: UploadType, { CLAMD }: Pick<Deps['settings'], 'CLAMD'>): Partial<ClientDocument> {
  const rewrite_done = true;
  if (CLAMD) return { scan: 'pending', rewrite_done };
  return type === 'application/pdf'
    ? { scan: 'none', prepare: 'copy', rewrite_done }
    : { scan: 'none', unread: true, rewrite_done };
}

/** Makes the stored file a document. From here on its client and staff can find it, even after a crash. */
async function storeDocument(
  file: StoredFile,
  { type, note, receipt }: SentDetails,
  client: string,
  deps: Dependencies,
  inSameTransaction: StoreOptions['inSameTransaction'],
): Promise<void> {
  const { _id, ...stored } = file;
  const { portal, keys, settings } = deps;
  const model = clientDocumentsCollection.model(portal);
  const state = stateOfNew(stored.content_type, settings);
  await inTransaction(portal, async (session) => {
    const account = await readAccount({ id: client }, deps, session);
    const number = 1 + (await model.countDocuments({ receipt }, { session }));
    const ring = await keys.for(client);
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
          ...markUnconfirmed(account),
          at: new Date(),
          title: clientDocumentsCollection.encrypt(ring, _id, 'title', title),
          ...(note && {
            note: clientDocumentsCollection.encrypt(ring, _id, 'note', note),
          }),
        },
        ...(account.isConfirmed && { $unset: { unconfirmed: 1 } }),
      },
      { session },
    );
    if (modifiedCount === 0) throw new DomainError('conflict', 'This file took too long. Send it again');
    if (state.unread) await markWaiting(client, deps, session);
    const event = {
      client_id: client,
      name: 'document-sent',
      by: 'client',
      record: _id,
      subject: type,
      title,
    } as const;
    await recordEvent(event, deps, session);
    await inSameTransaction?.(session);
  });
}
