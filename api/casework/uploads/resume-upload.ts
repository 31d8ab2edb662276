import type { Readable } from 'node:stream';
import type { Deps } from '#api/platform/deps.ts';
import { appendToFile } from '#api/platform/documents/encrypted-file.ts';
import { requireFreeSpace } from '#api/platform/documents/require-free-space.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { discardUpload, findUpload, partsOf, type UploadKey, uploadsCollection } from './upload.model.ts';
import { type UploadLock, withUploadLock } from './upload-lock.ts';

type Dependencies = Pick<Deps, 'settings' | 'portal' | 'keys' | 'store' | 'log'>;

export interface Progress {
  /** Bytes stored durably. */
  offset: number;
  size: number;
  /** When the upload was last used; it expires a day later. */
  at: Date;
}

/**
 * @returns the progress of an upload. A request that still writes to it is ended first, so that the offset stays true.
 * @throws DomainError `not-found`; `conflict` when the other request did not end.
 */
export async function readProgress(key: UploadKey, deps: Dependencies): Promise<Progress> {
  const upload = await findUpload(key, deps);
  if (upload.state !== 'arriving') return upload;
  return withUploadLock(key, deps, { isPatient: true }, () => findUpload(key, deps));
}

/**
 * Appends to an upload, encrypted, piece by piece. What arrived before a connection was lost is kept.
 *
 * @param sent.offset where to append, in bytes.
 * @throws DomainError `not-found`; `conflict` when the stored offset differs, or another request writes to it; `too-large` for
 * more bytes than were announced; `unavailable` when too little space is left.
 */
export async function appendToUpload(
  key: UploadKey,
  sent: { offset: number; body: Readable },
  deps: Dependencies,
): Promise<Progress> {
  await findUpload(key, deps);
  await requireFreeSpace('clients', deps);
  return withUploadLock(key, deps, { isPatient: true }, async (lock) => {
    const upload = await findUpload(key, deps);
    if (upload.state !== 'arriving' || upload.offset !== sent.offset)
      throw new DomainError('conflict', 'This is not the next part of the file.');
    const { size, at } = upload;
    let { offset } = upload;
    const model = uploadsCollection.model(deps.portal);
    async function stored(bytes: number): Promise<void> {
      const { modifiedCount } = await model.updateOne(
        { _id: upload._id, holder: lock.holder, offset },
        { $set: { offset: bytes, at: new Date(), ...(bytes === size && { state: 'arrived' }) } },
      );
      if (modifiedCount === 0) throw new DomainError('conflict', 'Another request went on with this file.');
      offset = bytes;
    }
    const content = atMost(size - offset, sent.body, lock);
    const ring = await deps.keys.for(upload.client_id);
    await appendToFile(partsOf(upload._id), { offset, content, stored }, { ring, ...deps });
    return { offset, size, at };
  });
}

/** When reading stops early, or another request waits, the stream stays open, so that the browser still gets its answer. */
async function* atMost(most: number, body: Readable, lock: UploadLock): AsyncGenerator<Uint8Array> {
  const arriving = body.iterator({ destroyOnReturn: false });
  let left = most;
  for (;;) {
    const next = lock.signal.aborted ? undefined : await nextUnless(lock.signal, arriving);
    if (!next) throw new DomainError('conflict', 'The connection was lost.');
    if (next.done) return;
    lock.require();
    left -= next.value.length;
    if (left < 0) throw new DomainError('too-large', 'This is more than the file has.');
    yield next.value;
  }
}

/** @returns undefined when the signal ends the wait or the connection is lost. A race would keep every piece until the signal. */
function nextUnless<T>(
  signal: AbortSignal,
  arriving: AsyncIterator<T>,
): Promise<IteratorResult<T> | undefined> {
  return new Promise((resolve) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    arriving
      .next()
      .then(resolve, stop)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Cancels an upload and deletes its bytes. @throws DomainError `not-found`; `conflict` when it has arrived in full. */
export async function cancelUpload(key: UploadKey, deps: Dependencies): Promise<void> {
  await findUpload(key, deps);
  await withUploadLock(key, deps, { isPatient: true }, async () => {
    const upload = await findUpload(key, deps);
    if (upload.state !== 'arriving') throw new DomainError('conflict', 'This file has arrived already.');
    await discardUpload(upload, deps);
  });
}
