import { Types, trusted } from 'mongoose';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { maxFilesAtOnce, type SentType } from '#api/casework/clients/document-types.ts';
import { makeReference } from '#api/casework/submissions/reference.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { requireFreeSpace } from '#api/platform/documents/require-free-space.ts';
import { digestOf, type FileOutcome, findKnown, toRefusedFile } from './make-document.ts';
import { countFile, countRefused } from './receive-files.ts';
import { markUnconfirmed, requireRoom } from './room-for-unconfirmed.ts';
import {
  discardUpload,
  encryptDetails,
  isExpired,
  type SentDetails,
  type Upload,
  uploadsCollection,
} from './upload.model.ts';
import { isFree } from './upload-lock.ts';

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>;

/** A file as the browser announces it. Its name is never sent. */
export interface AnnouncedFile {
  /** SHA-256 of its bytes, base64url. */
  hash: string;
  /** Bytes. */
  size: number;
}

/** What the browser does with a file: it sends what the upload still lacks, or nothing. */
export type Announced = { state: 'waiting'; upload: string } | FileOutcome;

/** How many unfinished uploads a client can have. */
export const mostUnfinished = maxFilesAtOnce;

/**
 * Announces files that will be sent in parts, so that a client whose connection is lost can resume. An upload begun earlier, on
 * any day or device, continues at its last byte with the new description.
 *
 * @param begun.receipt the reference of files that were announced earlier, if the new files should share it.
 * @returns what to do with each file, in the same order, and the reference of those that will be sent.
 * @throws DomainError `not-found` when the session's client no longer exists.
 */
export async function beginUploads(
  begun: { client: string; type: SentType; note: string; receipt?: string; files: AnnouncedFile[] },
  deps: Dependencies,
): Promise<{ receipt: string; files: Announced[] }> {
  const { client, type, note, files } = begun;
  const sender = await readAccount({ id: client }, deps);
  const isTheirs =
    begun.receipt &&
    (await uploadsCollection.model(deps.portal).exists({ client_id: client, receipt: begun.receipt }));
  const details = { type, note, receipt: (isTheirs && begun.receipt) || makeReference() };
  const announced: Announced[] = [];
  const digests = new Set<string>();
  for (const { hash, size } of files) {
    const digest = digestOf(hash, deps);
    if (digests.has(digest)) announced.push({ state: 'refused', text: 'You chose this file twice' });
    else announced.push(await announce({ digest, size }, details, sender, deps));
    digests.add(digest);
  }
  await discardOldest(client, deps);
  return { receipt: details.receipt, files: announced };
}

async function announce(
  file: { digest: string; size: number },
  details: SentDetails,
  sender: ClientAccount,
  deps: Dependencies,
): Promise<Announced> {
  const client = sender.id;
  const known = await findKnown(client, file.digest, deps);
  if (known) return known;
  const upload = await findResumable(client, file, details, deps);
  if (upload) return { state: 'waiting', upload };
  try {
    await requireFreeSpace('clients', deps);
    await countFile(sender, deps);
  } catch (error) {
    return toRefusedFile(error);
  }
  try {
    return { state: 'waiting', upload: await createUpload(file, details, sender, deps) };
  } catch (error) {
    const refused = toRefusedFile(error);
    await countRefused(sender, deps);
    return refused;
  }
}

/**
 * @returns its id, or that of an upload of the same file that was begun at the same moment.
 * @throws DomainError `too-many` when there is no room for it.
 */
async function createUpload(
  file: { digest: string; size: number },
  details: SentDetails,
  sender: ClientAccount,
  deps: Dependencies,
): Promise<string> {
  const client = sender.id;
  const _id = new Types.ObjectId();
  const state = { offset: 0, tries: 0, state: 'arriving', at: new Date(), ...markUnconfirmed(sender) };
  const encrypted = await encryptDetails(_id, details, client, deps);
  try {
    await uploadsCollection
      .model(deps.portal)
      .create({ _id, client_id: client, ...file, ...state, ...encrypted });
  } catch (error) {
    const other = isDuplicateKey(error, 'digest') && (await findResumable(client, file, details, deps));
    if (other) return other;
    throw error;
  }
  if (!sender.isConfirmed)
    await requireRoom(client, deps).catch(async (error: unknown) => {
      await discardUpload({ _id, size: 0 }, deps);
      throw error;
    });
  return _id.toHexString();
}

/** @returns the id of an unfinished upload of the same file, updated with the new details; undefined if there is none. */
async function findResumable(
  client: string,
  { digest, size }: { digest: string; size: number },
  details: SentDetails,
  deps: Dependencies,
): Promise<string | undefined> {
  const model = uploadsCollection.model(deps.portal);
  const unfinished = { client_id: client, digest, state: trusted({ $in: ['arriving', 'arrived'] }) };
  const found = await model.findOne(unfinished).lean<Upload>();
  if (!found) return undefined;
  if (found.state === 'arriving' && (found.size !== size || isExpired(found))) {
    await discardUpload(found, deps);
    return undefined;
  }
  const { note = '', ...rest } = await encryptDetails(found._id, details, client, deps);
  await model.updateOne(
    { _id: found._id, state: unfinished.state },
    note ? { $set: { ...rest, note } } : { $set: rest, $unset: { note: 1 } },
  );
  return found._id.toHexString();
}

/** Anything beyond one form's worth is abandoned; deletes the oldest, so that nobody has to wait until they expire. */
async function discardOldest(client: string, deps: Dependencies): Promise<void> {
  const old = await uploadsCollection
    .model(deps.portal)
    .find({ client_id: client, state: 'arriving', ...isFree() })
    .sort({ at: -1 })
    .skip(mostUnfinished)
    .lean<Upload[]>();
  for (const upload of old) await discardUpload(upload, deps);
}
