import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Upload, type UploadKey, uploadsCollection } from './upload.model.ts';

/** Lease: after a crash another process takes over. */
const heldMs = 10_000;
const renewEveryMs = 1_000;
/** No write starts with less of the lease left. */
const leastMs = 5_000;
/** How long the one request that waits does so at most: the holder ends within a second, unless a write takes long. */
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

/** An upload that this process works on, and what lets the only request that waits for it go on. */
interface Turn {
  wake: (() => void) | undefined;
}
const turns = new Map<string, Turn>();

/**
 * Works on an upload under a lock that holds across processes. The current holder is asked to stop: it may be a request whose
 * connection was lost without our noticing, and the client has already started another one.
 *
 * One request waits for a holder in this process, and is woken by it. Any other fails at once, as does one whose holder is in
 * another process: browsers try again.
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
  const turn = await takeTurn(key.id, isPatient);
  try {
    return await withLease(key, turn, deps, work);
  } finally {
    passOn(key.id, turn);
  }
}

/** @throws DomainError `conflict` when somebody in this process has the turn, and another request waits already. */
async function takeTurn(id: string, isPatient: boolean): Promise<Turn> {
  const turn = turns.get(id);
  if (!turn) {
    const own = { wake: undefined };
    turns.set(id, own);
    return own;
  }
  if (!isPatient || turn.wake) throw busy();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      turn.wake = undefined;
      reject(busy());
    }, waitMs);
    turn.wake = () => {
      clearTimeout(timer);
      resolve(turn);
    };
  });
}

/** Gives the turn to whoever waits for it, so that nobody comes between. */
function passOn(id: string, turn: Turn): void {
  const { wake } = turn;
  turn.wake = undefined;
  if (wake) wake();
  else turns.delete(id);
}

async function withLease<T>(
  key: UploadKey,
  turn: Turn,
  deps: Pick<Deps, 'portal'>,
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> {
  const model = uploadsCollection.model(deps.portal);
  const holder = await takeLease(key, deps);
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
          if (!found || found.wanted || turn.wake) ended.abort();
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

/** When another process has the lease, that one is asked to stop, which takes it a second, and the caller to try again. */
async function takeLease({ client, id }: UploadKey, { portal }: Pick<Deps, 'portal'>): Promise<string> {
  const model = uploadsCollection.model(portal);
  const holder = randomUUID();
  const mine = { _id: id, client_id: client };
  const held_until = new Date(Date.now() + heldMs);
  const lease = { $set: { holder, held_until }, $unset: { wanted: 1 } };
  const { modifiedCount } = await model.updateOne({ ...mine, ...isFree() }, lease);
  if (modifiedCount > 0) return holder;
  const { matchedCount } = await model.updateOne(mine, { $set: { wanted: true } });
  throw matchedCount > 0 ? busy() : new DomainError('not-found', 'This file was not found.');
}

function busy(): DomainError {
  return new DomainError('conflict', 'This file is being worked on. Try again in a moment.', {
    reason: 'busy',
  });
}
