import { Types, trusted } from 'mongoose';
import { maxFilesAtOnce, type SentType } from '#api/casework/clients/document-types.ts';
import { makeReference } from '#api/casework/submissions/reference.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  countFile,
  digestOf,
  encryptPaper,
  type FileOutcome,
  findKnown,
  type Paper,
  readSender,
  refusalOf,
} from './client-uploads.ts';
import { discardUpload, isExpired, isFree, type Upload, uploadModel } from './upload.model.ts';

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>;

/** A file as the browser announces it. Its name stays there. */
export interface AnnouncedFile {
  /** SHA-256 of its bytes, base64url. */
  hash: string;
  /** Bytes. */
  size: number;
}

/** What the browser is to do with a file: send what is missing of the upload, or nothing. */
export type Announced = { state: 'waiting'; upload: string } | FileOutcome;

/** How many uploads one client can have unfinished. */
export const mostUnfinished = maxFilesAtOnce;

/**
 * Announces files that will be sent in parts, so that a client whose connection is lost can go on. A file that the client has
 * begun to send before, on whichever day or device, goes on where it stopped, with what is said about it now.
 *
 * @param begun.receipt the reference of files that were announced before, when these are to have it too.
 * @returns what to do, in the order of the files, and the reference that those which are sent will have.
 * @throws DomainError `not-found` when the session's client no longer exists.
 */
export async function beginUploads(
  begun: { client: string; type: SentType; note: string; receipt?: string; files: AnnouncedFile[] },
  deps: Dependencies,
): Promise<{ receipt: string; files: Announced[] }> {
  const { client, type, note, files } = begun;
  const sender = await readSender(client, deps);
  const isTheirs =
    begun.receipt && (await uploadModel(deps.portal).exists({ client_id: client, receipt: begun.receipt }));
  const paper = { type, note, receipt: (isTheirs && begun.receipt) || makeReference() };
  const announced: Announced[] = [];
  const digests = new Set<string>();
  for (const { hash, size } of files) {
    const digest = digestOf(hash, deps);
    if (digests.has(digest)) announced.push({ state: 'refused', text: 'You chose this file twice' });
    else announced.push(await announce({ digest, size }, paper, sender, deps));
    digests.add(digest);
  }
  await discardOldest(client, deps);
  return { receipt: paper.receipt, files: announced };
}

async function announce(
  file: { digest: string; size: number },
  paper: Paper,
  sender: Awaited<ReturnType<typeof readSender>>,
  deps: Dependencies,
): Promise<Announced> {
  const { client } = sender;
  const known = await findKnown(client, file.digest, deps);
  if (known) return known;
  const upload = await goOn(client, file, paper, deps);
  if (upload) return { state: 'waiting', upload };
  try {
    await countFile(sender, deps);
  } catch (error) {
    return refusalOf(error);
  }
  const _id = new Types.ObjectId();
  const row = { _id, client_id: client, ...file, offset: 0, tries: 0, state: 'arriving', at: new Date() };
  try {
    await uploadModel(deps.portal).create({ ...row, ...encryptPaper(_id, paper, deps) });
  } catch (error) {
    const other = isDuplicateKey(error, 'digest') && (await goOn(client, file, paper, deps));
    if (!other) throw error;
    return { state: 'waiting', upload: other };
  }
  return { state: 'waiting', upload: _id.toHexString() };
}

/** @returns the id of the upload of this file that was begun before; undefined for none. */
async function goOn(
  client: string,
  { digest, size }: { digest: string; size: number },
  paper: Paper,
  deps: Dependencies,
): Promise<string | undefined> {
  const model = uploadModel(deps.portal);
  const unfinished = { client_id: client, digest, state: trusted({ $in: ['arriving', 'arrived'] }) };
  const found = await model.findOne(unfinished).lean<Upload>();
  if (!found) return undefined;
  if (found.state === 'arriving' && (found.size !== size || isExpired(found))) {
    await discardUpload(found, deps);
    return undefined;
  }
  const { note = '', ...rest } = encryptPaper(found._id, paper, deps);
  await model.updateOne(
    { _id: found._id, state: unfinished.state },
    note ? { $set: { ...rest, note } } : { $set: rest, $unset: { note: 1 } },
  );
  return found._id.toHexString();
}

/** More unfinished uploads than a form has files were given up: the oldest make room, so that nobody has to wait for that. */
async function discardOldest(client: string, deps: Dependencies): Promise<void> {
  const old = await uploadModel(deps.portal)
    .find({ client_id: client, state: 'arriving', ...isFree() })
    .sort({ at: -1 })
    .skip(mostUnfinished)
    .lean<Upload[]>();
  for (const upload of old) await discardUpload(upload, deps);
}
