import { type ClientDocument, clientDocumentModel, fileOf } from '#api/casework/clients/client-documents.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readFile } from '#api/platform/documents/encrypted-file.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RepeatedJob, repeat } from '#api/platform/repeat.ts';
import { ping, scan } from './clamd.ts';

/** What arrives in between waits as long. Looking for it is one read of an index that holds nothing else. */
const everyMs = 15_000;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

/**
 * Has clamd look at everything that clients sent and that waits for it. What it can't look at now waits on, so nothing is lost
 * or let through while it is away. Two processes may scan the same file; the first verdict stays.
 *
 * @param clamd as in `scan`. @throws Error when clamd is away, or some files could not be scanned.
 */
export async function scanUploads(
  clamd: string,
  { portal, keys, store, log }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  const model = clientDocumentModel(portal);
  const waiting = model.find({ scan: 'pending', state: 'stored' }, { pieces: 1 }).sort({ at: 1 });
  let isReached = false;
  let failed = 0;
  for await (const { _id, pieces = 0 } of waiting.lean<ClientDocument>().cursor()) {
    if (signal?.aborted) return;
    if (!isReached) await ping(clamd);
    isReached = true;
    try {
      const verdict = await scan(clamd, readFile(fileOf(_id), pieces, { ring: keys.fields, store }));
      await model.updateOne({ _id, scan: 'pending' }, { $set: { scan: verdict, unread: true } });
      if (verdict === 'infected') log.warn('client document infected');
    } catch (error) {
      failed += 1;
      log.warn('client document not scanned', { error: errorLocation(error) });
    }
  }
  if (failed > 0) throw new Error('Some files could not be scanned.');
}

/** Scans in the background, once it is started. */
export function scanWhenDue(clamd: string, deps: Dependencies): RepeatedJob {
  return repeat((signal) => scanUploads(clamd, deps, signal), {
    everyMs,
    onError: (error) => deps.log.warn('virus scanner unavailable', { error: errorLocation(error) }),
  });
}
