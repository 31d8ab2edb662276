import { trusted } from 'mongoose';
import { changedOwner, requireOwner } from '#api/accounts/staff/owners.ts';
import type { Deps } from '#api/platform/deps.ts';
import { findSubmission } from './list-submissions.ts';
import type { SubmissionKind } from './submission-kind.ts';

interface Assigned {
  id: string;
  /** The id of a staff account; null for nobody. */
  owner: string | null;
  /** Whose it was as it was shown. */
  seen: string | null;
}

/**
 * Gives a submission to somebody.
 *
 * @throws DomainError `not-found`; `bad-input` for somebody who cannot work on it; `conflict` when it has got another owner than
 * the one that was seen.
 */
export async function assign(
  kind: SubmissionKind,
  { id, owner, seen }: Assigned,
  { deps: { portal } }: { deps: Pick<Deps, 'portal'> },
): Promise<void> {
  await requireOwner(owner, portal);
  const { matchedCount } = await kind.collection
    .model(portal)
    .updateOne(
      { _id: id, owner: trusted({ $in: [seen, owner] }) },
      owner === null ? { $unset: { owner: 1 } } : { $set: { owner } },
    );
  if (matchedCount === 1) return;
  const found = await findSubmission(kind, id, { portal });
  throw await changedOwner(found.owner, kind.noun, portal);
}
