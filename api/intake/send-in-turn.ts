import { setTimeout as wait } from 'node:timers/promises';
import { trusted } from 'mongoose';
import type { Deps } from '../connect.ts';
import { hashSecret } from '../keys/fingerprint.ts';
import { type Draft, draftModel } from './draft.model.ts';

/** Longer than a sending takes; a process that dies in the middle of one keeps the next one waiting no longer. */
const turnMs = 10_000;
const lookEveryMs = 40;

interface Sent {
  reference: string;
}

/** The draft that is sent. */
interface Sending {
  secret: string;
  form: string;
}

/**
 * Sends a draft while nobody else sends the same one, in this process or another. So several tabs that send it at once
 * use up one of the allowed sendings, and all end with the reference of the one that was first, also the one that was
 * refused a moment before.
 *
 * @param send stores the draft and closes it, or throws.
 */
export async function sendInTurn(
  sending: Sending,
  { portal }: Pick<Deps, 'portal'>,
  send: () => Promise<Sent>,
): Promise<Sent> {
  const earlier = await waitForTurn(sending, portal);
  if (earlier) return earlier;
  try {
    return await send();
  } catch (error) {
    await endTurn(sending, portal);
    // Time for a tab that waits to take its turn.
    await wait(2 * lookEveryMs);
    const others = await waitForTurn(sending, portal);
    if (others) return others;
    await endTurn(sending, portal);
    throw error;
  }
}

/** @returns the reference, if somebody else has sent the draft meanwhile; otherwise the turn is taken. */
async function waitForTurn(sending: Sending, portal: Deps['portal']): Promise<Sent | undefined> {
  const drafts = draftModel(portal);
  const known = { _id: hashSecret(sending.secret), form: sending.form };
  for (;;) {
    const now = new Date();
    const taken = await drafts.updateOne(
      {
        ...known,
        reference: trusted({ $exists: false }),
        $or: [{ sending_until: trusted({ $exists: false }) }, { sending_until: trusted({ $lte: now }) }],
      },
      { $set: { sending_until: new Date(now.getTime() + turnMs) } },
      // A turn that is forgotten costs nothing: the submission's own key is unique.
      { writeConcern: { w: 1, j: false } },
    );
    if (taken.modifiedCount > 0) return undefined;
    const draft = await drafts.findOne(known, { reference: 1 }).lean<Pick<Draft, 'reference'>>();
    if (draft?.reference) return { reference: draft.reference };
    // Deleted by its owner in another tab: what was posted is all there is, and it is sent as it is.
    if (!draft) return undefined;
    await wait(lookEveryMs);
  }
}

async function endTurn({ secret, form }: Sending, portal: Deps['portal']): Promise<void> {
  await draftModel(portal).updateOne({ _id: hashSecret(secret), form }, { $unset: { sending_until: 1 } });
}
