import { trusted } from 'mongoose';
import { listOwners } from '#api/accounts/staff/owners.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
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
  if (owner !== null && !(await listOwners(portal)).some((each) => each.id === owner)) {
    const text = 'Choose somebody who can log in and change records.';
    throw new DomainError('bad-input', text, { fields: { owner: text } });
  }
  const { matchedCount } = await kind.collection
    .model(portal)
    .updateOne(
      { _id: id, owner: trusted({ $in: [seen, owner] }) },
      owner === null ? { $unset: { owner: 1 } } : { $set: { owner } },
    );
  if (matchedCount === 1) return;
  const found = await findSubmission(kind, id, { portal });
  const who = found.owner && (await readStaffNames([found.owner], portal)).get(found.owner);
  throw new DomainError(
    'conflict',
    `${who ? `${who} has` : 'Nobody has'} this ${kind.noun} now. Choose again if you still want to.`,
  );
}
