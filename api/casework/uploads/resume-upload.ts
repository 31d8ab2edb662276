import { addAbortSignal, type Readable } from 'node:stream';
import type { Deps } from '#api/platform/deps.ts';
import { appendToFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { discardUpload, findUpload, partsOf, type UploadKey, uploadModel, withTurn } from './upload.model.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

/** How far an upload is. */
export interface Progress {
  /** Bytes that are stored, whatever happens to this process. */
  offset: number;
  size: number;
  /** The last time at which the upload was used; it expires a day later. */
  at: Date;
}

/**
 * @returns how far an upload is. A request that still writes to it is ended before, because what it brings would come late.
 * @throws DomainError `not-found`; `conflict` when the other request did not end.
 */
export async function readProgress(key: UploadKey, deps: Dependencies): Promise<Progress> {
  const upload = await findUpload(key, deps);
  if (upload.state !== 'arriving') return upload;
  return withTurn(key, deps, { isPatient: true }, () => findUpload(key, deps));
}

/**
 * Stores what arrives of an upload, encrypted, a piece at a time. What arrived before the connection was lost stays.
 *
 * @param sent.offset where it goes on, in bytes.
 * @throws DomainError `not-found`; `conflict` where the upload does not go on there, or somebody else writes to it;
 * `too-large` for more than was announced.
 */
export async function appendToUpload(
  key: UploadKey,
  sent: { offset: number; body: Readable },
  deps: Dependencies,
): Promise<Progress> {
  await findUpload(key, deps);
  return withTurn(key, deps, { isPatient: true }, async (turn) => {
    const upload = await findUpload(key, deps);
    if (upload.state !== 'arriving' || upload.offset !== sent.offset)
      throw new DomainError('conflict', 'The file goes on elsewhere.');
    const { size, at } = upload;
    let { offset } = upload;
    const model = uploadModel(deps.portal);
    async function stored(bytes: number): Promise<void> {
      const { modifiedCount } = await model.updateOne(
        { _id: upload._id, holder: turn.holder, offset },
        { $set: { offset: bytes, at: new Date(), ...(bytes === size && { state: 'arrived' }) } },
      );
      if (modifiedCount === 0) throw new DomainError('conflict', 'Another request went on with this file.');
      offset = bytes;
    }
    const content = atMost(size - offset, addAbortSignal(turn.signal, sent.body), turn.require);
    await appendToFile(partsOf(upload._id), { offset, content, stored }, { ring: deps.keys.fields, ...deps });
    return { offset, size, at };
  });
}

async function* atMost(most: number, body: Readable, require: () => void): AsyncGenerator<Uint8Array> {
  let left = most;
  try {
    // A reader that gives up leaves the stream, so that the browser gets its answer.
    for await (const bytes of body.iterator({ destroyOnReturn: false })) {
      require();
      left -= bytes.length;
      if (left < 0) throw new DomainError('too-large', 'This is more than the file has.');
      yield bytes;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('conflict', 'The connection was lost.');
  }
}

/** Ends an upload and deletes what has arrived. @throws DomainError `not-found`; `conflict` when all of it has arrived. */
export async function cancelUpload(key: UploadKey, deps: Dependencies): Promise<void> {
  await findUpload(key, deps);
  await withTurn(key, deps, { isPatient: true }, async () => {
    const upload = await findUpload(key, deps);
    if (upload.state !== 'arriving') throw new DomainError('conflict', 'This file has arrived already.');
    await discardUpload(upload, deps);
  });
}
