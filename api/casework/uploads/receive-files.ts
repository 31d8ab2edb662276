import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { bounded } from '#api/casework/clients/clean-upload.ts';
import { arrivalOf, clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import { maxDocumentBytes, maxFilesAtOnce, type SentType } from '#api/casework/clients/document-types.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { makeReference } from '#api/casework/submissions/reference.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import { requireFreeSpace } from '#api/platform/documents/require-free-space.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { errorLocation } from '#api/platform/log.ts';
import {
  type ArrivedFile,
  alreadyArriving,
  digestOf,
  discardArrival,
  type FileOutcome,
  hashed,
  isBusy,
  makeDocument,
  toRefusedFile,
} from './make-document.ts';
import { markUnconfirmed, requireRoom } from './room-for-unconfirmed.ts';
import { sendingAtOnce } from './sending-at-once.ts';
import { encryptDetails, partsOf, type SentDetails, uploadsCollection } from './upload.model.ts';

/** Result of one form, per file in the order of arrival. */
export interface SentFiles {
  /** The reference of the received files; null when none was received. */
  receipt: string | null;
  outcomes: FileOutcome[];
}

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>;

const notStored = 'Something went wrong on our side. Send this file again in a few minutes, or call us';

/** The client who sends. */
type Sender = Pick<ClientAccount, 'id' | 'isConfirmed'>;

/**
 * Receives the files of a form one after the other, as they arrive. A file that can't be used is refused with a reason; the
 * others are kept. A file is reported as received only once it is stored for good. While many files are being read, a job turns
 * it into a document later.
 *
 * @throws DomainError `not-found` when the session's client no longer exists.
 */
export async function receiveFiles(
  sent: { client: string; type: SentType; note: string; files: AsyncIterable<AsyncIterable<Uint8Array>> },
  deps: Dependencies,
): Promise<SentFiles> {
  const { client, type, note, files } = sent;
  const sender = await readAccount({ id: client }, deps);
  const details = { type, note, receipt: makeReference() };
  const outcomes: FileOutcome[] = [];
  for await (const file of files) {
    const outcome =
      outcomes.length < maxFilesAtOnce
        ? await receive(file, details, sender, deps)
        : ({
            state: 'refused',
            text: `We take ${maxFilesAtOnce} files at once. Send this one again`,
          } as const);
    outcomes.push(outcome);
  }
  const isReceived = outcomes.some(({ state }) => state === 'received');
  return { receipt: isReceived ? details.receipt : null, outcomes };
}

/**
 * Counts a file before it arrives. The limit is per account, not per network, so that no client can use up another's.
 *
 * @throws DomainError `too-many`.
 */
export async function countFile(sender: Sender, deps: Pick<Deps, 'limits'>): Promise<void> {
  // Refuses, and says how long to wait.
  if (await deps.limits.isUsedUp(caseworkLimits.refusedUpload, sender.id))
    await deps.limits.reserve(caseworkLimits.refusedUpload, sender.id);
  await deps.limits.reserve(dailyLimitOf(sender), sender.id);
}

/** A refused file does not count as one of the day, but towards a limit of its own, which is over in minutes. */
export async function countRefused(sender: Sender, deps: Pick<Deps, 'limits'>): Promise<void> {
  await deps.limits.giveBack(dailyLimitOf(sender), sender.id);
  // The next file is refused, not this one once more.
  await deps.limits.reserve(caseworkLimits.refusedUpload, sender.id).catch(toRefusedFile);
}

function dailyLimitOf({ isConfirmed }: Sender) {
  return isConfirmed ? caseworkLimits.clientUpload : caseworkLimits.unconfirmedUpload;
}

async function receive(
  file: AsyncIterable<Uint8Array>,
  details: SentDetails,
  sender: Sender,
  deps: Dependencies,
): Promise<FileOutcome> {
  try {
    await requireFreeSpace('clients', deps);
    await countFile(sender, deps);
  } catch (error) {
    return toRefusedFile(error);
  }
  const work = () => store(file, details, sender, deps);
  const outcome = await sendingAtOnce(sender.id, work).catch((error: unknown) => {
    if (error instanceof DomainError) return toRefusedFile(error);
    deps.log.error('client document not stored', { error: errorLocation(error) });
    return null;
  });
  if (outcome?.state === 'refused') await countRefused(sender, deps);
  if (outcome) return outcome;
  // Ours is the fault: the file does not count, and the others of the form are not lost with it.
  await deps.limits.giveBack(dailyLimitOf(sender), sender.id);
  return { state: 'refused', text: notStored };
}

/**
 * Stores a file as it arrives, encrypted, then makes the document from it. A picture is decoded only after it has arrived in
 * full, so a slow connection never blocks the decoder.
 */
async function store(
  file: AsyncIterable<Uint8Array>,
  details: SentDetails,
  sender: Sender,
  deps: Dependencies,
): Promise<FileOutcome> {
  const client = sender.id;
  const _id = new Types.ObjectId();
  const files = { ring: await deps.keys.for(client), store: deps.store };
  const hash = createHash('sha256');
  await clientDocumentsCollection.model(deps.portal).create({
    _id,
    client_id: client,
    state: 'uploading',
    size: maxDocumentBytes,
    at: new Date(),
    ...markUnconfirmed(sender),
  });
  try {
    if (!sender.isConfirmed) await requireRoom(client, deps);
    const { pieces, size } = await writeFile(arrivalOf(_id), hashed(bounded(file), hash), files);
    const digest = digestOf(hash, deps);
    const content = () => readFile(arrivalOf(_id), pieces, files);
    const removeArrival = () => deleteFile(arrivalOf(_id), pieces, files);
    try {
      const arrived = { _id, digest, content: content() };
      return await makeDocument(arrived, details, client, deps, { beforeStored: removeArrival });
    } catch (error) {
      if (!isBusy(error)) throw error;
      await keepForLater({ _id, digest, size, content: content() }, details, sender, deps);
      await removeArrival();
      return { state: 'received' };
    }
  } catch (error) {
    await discardArrival(_id, deps);
    throw error;
  }
}

/** Turns an arrived file into an arrived upload, which `finishUploads` completes. Its `uploading` row stays for that. */
async function keepForLater(
  { _id, digest, size, content }: ArrivedFile & { size: number },
  details: SentDetails,
  sender: Sender,
  deps: Dependencies,
): Promise<void> {
  const client = sender.id;
  const model = uploadsCollection.model(deps.portal);
  const row = { _id, client_id: client, digest, size, offset: size, tries: 0, unattended: true };
  // As long as it is `arriving`, it expires after a day like any other upload.
  await model
    .create({
      ...row,
      ...(await encryptDetails(_id, details, client, deps)),
      state: 'arriving',
      at: new Date(),
      ...markUnconfirmed(sender),
    })
    .catch((error: unknown) => {
      throw isDuplicateKey(error, 'digest') ? new DomainError('conflict', alreadyArriving) : error;
    });
  // It counts once, as the upload.
  await clientDocumentsCollection.model(deps.portal).updateOne({ _id }, { $unset: { unconfirmed: 1 } });
  await writeFile(partsOf(_id), content, { ring: await deps.keys.for(client), store: deps.store });
  const { modifiedCount } = await model.updateOne(
    { _id, state: 'arriving' },
    { $set: { state: 'arrived', at: new Date() } },
  );
  if (modifiedCount === 0) throw new DomainError('conflict', 'This file took too long. Send it again');
}
