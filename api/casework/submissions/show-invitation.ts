import type { Types } from 'mongoose';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { draftsCollection } from '#api/casework/intake/draft.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Submission } from './submission.model.ts';

/** How a submission was invited to sign, as staff see it. */
export interface ShownInvitation {
  /** ISO 8601 */
  at: string;
  link: 'waits' | 'opened' | 'ended';
}

/** The contract that came of an invitation. */
export interface ShownContract {
  reference: string;
  /** ISO 8601 */
  at: string;
  /** Null once it is deleted. */
  id: string | null;
}

export async function showInvitation(
  { invitation, signed }: Pick<Submission, 'invitation' | 'signed'>,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ invitation: ShownInvitation | null; signed: ShownContract | null }> {
  const [draft, contract] = await Promise.all([
    invitation && draftsCollection.model(portal).findOne({ _id: invitation.draft }, { moved: 1 }).lean(),
    signed &&
      contractsCollection
        .model(portal)
        .findOne({ reference: signed.reference }, { _id: 1 })
        .lean<{ _id: Types.ObjectId }>(),
  ]);
  return {
    invitation: invitation
      ? { at: invitation.at.toISOString(), link: draft ? (draft.moved ? 'opened' : 'waits') : 'ended' }
      : null,
    signed: signed
      ? {
          reference: signed.reference,
          at: signed.at.toISOString(),
          id: contract?._id.toHexString() ?? null,
        }
      : null,
  };
}
