import { setTimeout as wait } from 'node:timers/promises';
import { trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { type Draft, draftsCollection } from './draft.model.ts';

/** Longer than a submission takes; if a process dies midway, the next request waits no longer than this. */
const lockMs = 10_000;
const pollMs = 40;
/** How long a refused request waits for one that is known to want the lock. If that one's process died, nobody takes it. */
const handOverMs = 2_000;

interface Sent {
  reference: string;
}

interface DraftRef {
  secret: string;
  form: string;
}

/**
 * Sends a draft under a lock that spans processes. Several tabs that send it at once use up only one of the allowed
 * submissions, and all get the reference of the first to succeed, including one that was refused a moment before.
 *
 * @param send stores the draft and closes it, or throws.
 */
export async function sendLocked(
  draftRef: DraftRef,
  { portal }: Pick<Deps, 'portal'>,
  send: () => Promise<Sent>,
): Promise<Sent> {
  const earlier = await acquireLock(draftRef, portal);
  if (earlier) return earlier;
  try {
    return await send();
  } catch (error) {
    // Another request may have only just begun to wait.
    if (!(await releaseLock(draftRef, portal))) await wait(2 * pollMs);
    await leaveToOther(draftRef, portal);
    const others = await acquireLock(draftRef, portal);
    if (others) return others;
    await releaseLock(draftRef, portal);
    throw error;
  }
}

/** @returns the reference, if another request has sent the draft meanwhile; otherwise undefined, holding the lock. */
async function acquireLock(draftRef: DraftRef, portal: Deps['portal']): Promise<Sent | undefined> {
  const drafts = draftsCollection.model(portal);
  const filter = { _id: hashSecret(draftRef.secret), form: draftRef.form };
  for (;;) {
    const now = new Date();
    const taken = await drafts.updateOne(
      {
        ...filter,
        reference: trusted({ $exists: false }),
        $or: [{ sending_until: trusted({ $exists: false }) }, { sending_until: trusted({ $lte: now }) }],
      },
      {
        $set: { sending_until: new Date(now.getTime() + lockMs) },
        $unset: { sending_wanted: 1 },
      },
      // Losing a lock in a crash is harmless: the submission's id follows from its key.
      { writeConcern: { w: 1, j: false } },
    );
    if (taken.modifiedCount > 0) return undefined;
    const draft = await drafts
      .findOne(filter, { reference: 1, sending_wanted: 1 })
      .lean<Pick<Draft, 'reference' | 'sending_wanted'>>();
    if (draft?.reference) return { reference: draft.reference };
    // Deleted in another tab: send what was posted, which is all there is.
    if (!draft) return undefined;
    if (!draft.sending_wanted)
      await drafts.updateOne(
        { ...filter, reference: trusted({ $exists: false }) },
        { $set: { sending_wanted: true } },
      );
    await wait(pollMs);
  }
}

/** @returns whether another request waits for the lock. */
async function releaseLock({ secret, form }: DraftRef, portal: Deps['portal']): Promise<boolean> {
  const draft = await draftsCollection
    .model(portal)
    .findOneAndUpdate({ _id: hashSecret(secret), form }, { $unset: { sending_until: 1 } })
    .lean<Pick<Draft, 'sending_wanted'>>();
  return draft?.sending_wanted ?? false;
}

/** Waits until the request that waits for the lock has taken it. */
async function leaveToOther({ secret, form }: DraftRef, portal: Deps['portal']): Promise<void> {
  const missing = trusted({ $exists: false });
  const isFree = { _id: hashSecret(secret), form, sending_until: missing, reference: missing };
  for (const until = Date.now() + handOverMs; Date.now() < until; await wait(pollMs))
    if (!(await draftsCollection.model(portal).exists({ ...isFree, sending_wanted: true }))) return;
}
