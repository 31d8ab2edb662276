import { createHash } from 'node:crypto';
import { type mongo, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import type { ReadingQueue } from '#api/casework/clients/clean-upload.ts';
import { clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import { forEachRow } from '#api/platform/database/for-each-row.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { digestOf, discardArrival, hashed, isBusy, makeDocument, toRefusedFile } from './make-document.ts';
import { countRefused } from './receive-files.ts';
import {
  discardUpload,
  findUpload,
  partsOf,
  piecesOf,
  resumableMs,
  type Upload,
  type UploadKey,
  type UploadOutcome,
  uploadsCollection,
} from './upload.model.ts';
import { withUploadLock } from './upload-lock.ts';

/** A file that keeps crashing the process is given up after three attempts. */
const mostTries = 3;

/** How long the result of a form upload stays visible. */
const unattendedMs = 30 * 24 * 60 * 60_000;

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>;

/**
 * Makes the document of an upload that has arrived in full. The outcome is stored in the same transaction as the document, so
 * every later call returns the same outcome, even after a crash, and exactly one document exists.
 *
 * @returns `checking` while another call makes the document, or too many files wait to be read; the next call or the job finishes it.
 * @throws DomainError `not-found`; `conflict` when parts of it have not arrived yet.
 */
export async function finishUpload(
  key: UploadKey,
  deps: Dependencies,
  queue: ReadingQueue = 'clients',
): Promise<UploadOutcome | { state: 'checking' }> {
  const { state, outcome } = await findUpload(key, deps);
  if (outcome) return outcome;
  if (state === 'arriving') throw new DomainError('conflict', 'This file has not arrived yet.');
  try {
    return await withUploadLock(key, deps, { isPatient: false }, () => finish(key, deps, queue));
  } catch (error) {
    if (isBusy(error) || (error instanceof DomainError && error.reason === 'busy'))
      return { state: 'checking' };
    throw error;
  }
}

async function finish(key: UploadKey, deps: Dependencies, queue: ReadingQueue): Promise<UploadOutcome> {
  const upload = await findUpload(key, deps);
  if (upload.outcome) return upload.outcome;
  const { _id } = upload;
  const model = uploadsCollection.model(deps.portal);
  await model.updateOne({ _id }, { $inc: { tries: 1 } });
  const outcome = await outcomeOf(upload, deps, queue).catch(async (error) => {
    // The file is not to blame, so this attempt does not count.
    await model.updateOne({ _id }, { $inc: { tries: -1 } });
    throw error;
  });
  const { modifiedCount } = await model.updateOne(
    { _id, state: 'arrived' },
    { $set: { state: 'done', outcome, at: new Date() } },
  );
  if (modifiedCount > 0 && outcome.state === 'refused')
    await countRefused(await readAccount({ id: key.client }, deps), deps);
  await deleteFile(partsOf(_id), piecesOf(upload.size), deps);
  // If another call was faster, its outcome counts.
  return (await findUpload(key, deps)).outcome ?? outcome;
}

async function outcomeOf(upload: Upload, deps: Dependencies, queue: ReadingQueue): Promise<UploadOutcome> {
  const { _id, client_id: client, digest, size, type, receipt, tries, note } = upload;
  if (tries >= mostTries)
    return { state: 'refused', text: 'We could not read this file. Send a photo of the paper instead' };
  const documents = clientDocumentsCollection.model(deps.portal);
  await documents.updateOne(
    { _id },
    { $set: { at: new Date() }, $setOnInsert: { client_id: client, state: 'uploading' } },
    { upsert: true },
  );
  const ring = await deps.keys.of(client);
  const content = () => readFile(partsOf(_id), piecesOf(size), { ring, store: deps.store });
  const received = { state: 'received', receipt } as const;
  async function inSameTransaction(session: mongo.ClientSession): Promise<void> {
    const { modifiedCount } = await uploadsCollection
      .model(deps.portal)
      .updateOne(
        { _id, state: 'arrived' },
        { $set: { state: 'done', outcome: received, at: new Date() } },
        { session },
      );
    if (modifiedCount === 0) throw new DomainError('conflict', 'Somebody else finished this file.');
  }
  const text = note ? uploadsCollection.decrypt(ring, _id, 'note', note) : '';
  try {
    await requireWhole(content(), digest, deps);
    const details = { type, note: text, receipt };
    const arrived = { _id, digest, content: content() };
    const made = await makeDocument(arrived, details, client, deps, { queue, inSameTransaction });
    return made.state === 'received' ? received : made;
  } catch (error) {
    if (isBusy(error)) throw error;
    const refused = toRefusedFile(error);
    await discardArrival(_id, deps);
    return refused;
  }
}

/** @throws DomainError `bad-input` when the bytes do not match the announced hash. */
async function requireWhole(
  content: AsyncIterable<Uint8Array>,
  digest: string,
  deps: Dependencies,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const _ of hashed(content, hash));
  if (digestOf(hash, deps) !== digest)
    throw new DomainError('bad-input', 'The file did not arrive whole. Choose it again');
}

/** Makes the documents of arrived uploads whose page or process is gone. */
export async function finishUploads(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const waiting = uploadsCollection
    .model(deps.portal)
    .find({ state: 'arrived' }, { client_id: 1 })
    .sort({ at: 1 });
  for await (const { _id, client_id: client } of waiting.lean<Upload>().cursor()) {
    if (signal?.aborted) return;
    await finishUpload({ client, id: _id.toHexString() }, deps, 'background').catch((error) =>
      deps.log.warn('upload not finished', { error: errorLocation(error) }),
    );
  }
}

/** What pages and processes left behind waits about this long; looking is one read of an index. */
export function finishWhenDue(deps: Dependencies): ScheduledJob {
  return { name: 'uploads', schedule: { everyMs: 15_000 }, run: (signal) => finishUploads(deps, signal) };
}

/**
 * Deletes the uploads of clients whose account has ended, those idle for a day, and those done for a day. The result of a form
 * upload stays for a month, because its client sees it only in the list. An upload that has arrived in full stays until it is done.
 *
 * @returns how many.
 */
export async function purgeUploads(deps: Pick<Deps, 'portal' | 'store'>): Promise<number> {
  const model = uploadsCollection.model(deps.portal);
  const ended = await listEndedClients(uploadsCollection.name, deps.portal);
  const before = (ms: number) => trusted({ $lt: new Date(Date.now() - ms) });
  const expired = trusted({
    $or: [
      { client_id: trusted({ $in: ended }) },
      { state: 'arriving', at: before(resumableMs) },
      { state: 'done', unattended: trusted({ $exists: false }), at: before(resumableMs) },
      { state: 'done', at: before(unattendedMs) },
    ],
  });
  const rows = model.find(expired, { size: 1 }).lean<Upload>().cursor();
  return forEachRow(rows, (row) => discardUpload(row, deps));
}
