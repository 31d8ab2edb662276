import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Model, trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Upload, type UploadKey, uploadsCollection } from './upload.model.ts';

/** Lease: after a crash another process takes over. */
const heldMs = 10_000;
const renewEveryMs = 1_000;
/** No write starts with less of the lease left. */
const leastMs = 5_000;
/** How long to wait for another holder: longer than the lease of a killed process. */
const waitMs = 12_000;

/** The exclusive right to write to an upload. */
export interface UploadLock {
  /** Writes filter by it, so that they fail once the lock has passed to another holder. */
  holder: string;
  /** Aborted when another request waits for the lock, or the lock was lost. */
  signal: AbortSignal;
  /** @throws DomainError `conflict` when too little of the lease is left to write. */
  require(): void;
}

/**
 * Works on an upload under a lock that holds across processes. The current holder is asked to stop: it may be a request whose
 * connection was lost without our noticing, and the client has already started another one.
 *
 * @param options.isPatient whether to wait for the current holder; if not, it fails at once.
 * @throws DomainError `not-found`; `conflict` when the lock is held.
 */
export async function withUploadLock<T>(
  key: UploadKey,
  deps: Pick<Deps, 'portal'>,
  { isPatient }: { isPatient: boolean },
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> {
  const model = uploadsCollection.model(deps.portal);
  const holder = await takeLock(key, model, isPatient);
  const ended = new AbortController();
  let heldUntil = Date.now() + heldMs;
  const renewal = setInterval(() => {
    const until = Date.now() + heldMs;
    model
      .findOneAndUpdate({ _id: key.id, holder }, { $set: { held_until: new Date(until) } })
      .lean<Upload>()
      .then(
        (found) => {
          if (found) heldUntil = until;
          if (!found || found.wanted) ended.abort();
        },
        // The lease runs out by itself if renewing keeps failing.
        () => {},
      );
  }, renewEveryMs);
  try {
    return await work({
      holder,
      signal: ended.signal,
      require() {
        if (heldUntil - Date.now() < leastMs) throw busy();
      },
    });
  } finally {
    clearInterval(renewal);
    await model.updateOne({ _id: key.id, holder }, { $unset: { holder: 1, held_until: 1, wanted: 1 } });
  }
}

/** @returns a filter for uploads that are not locked. */
export function isFree() {
  const isHeld = { holder: trusted({ $exists: true }), held_until: trusted({ $gte: new Date() }) };
  return { $nor: trusted([isHeld]) };
}

async function takeLock(
  { client, id }: UploadKey,
  model: Model<Upload>,
  isPatient: boolean,
): Promise<string> {
  const holder = randomUUID();
  const until = Date.now() + (isPatient ? waitMs : 0);
  for (;;) {
    const now = Date.now();
    const { modifiedCount } = await model.updateOne(
      { _id: id, client_id: client, ...isFree() },
      { $set: { holder, held_until: new Date(now + heldMs) }, $unset: { wanted: 1 } },
    );
    if (modifiedCount > 0) return holder;
    if (now >= until) throw busy();
    const { matchedCount } = await model.updateOne(
      { _id: id, client_id: client },
      { $set: { wanted: true } },
    );
    if (matchedCount === 0) throw new DomainError('not-found', 'This file was not found.');
    await wait(200);
  }
}

function busy(): DomainError {
  return new DomainError('conflict', 'This file is being worked on. Try again in a moment.', {
    reason: 'busy',
  });
}
