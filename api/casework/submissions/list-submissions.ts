import { isValidObjectId } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { listAttempts } from '#api/casework/attempts/list-attempts.ts';
import { callOrder } from '#api/casework/attempts/next-to-call.ts';
import { type ListRequest, readListing } from '#api/casework/lists/list-request.ts';
import { readNewest } from '#api/casework/lists/newest-row.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { urgentCondition } from './appeal-by.ts';
import { openAnswers } from './encrypted-answers.ts';
import {
  presentDetail,
  presentRow,
  type SubmissionDetail,
  type SubmissionRow,
} from './present-submission.ts';
import { showInvitation } from './show-invitation.ts';
import { showRejection } from './show-rejection.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';
import { statuses } from './submission-status.ts';

export interface SubmissionPage {
  rows: SubmissionRow[];
  /** Whether the list begins with urgent ones. */
  urgentFirst: boolean;
  /** Pass it back to get the next page; null at the end. */
  next: string | null;
  /** See `readNewest`. */
  newest: string | null;
}

interface ReadingContext {
  deps: Reading;
}

/** What the filter of a list needs to know of the submissions of a kind. */
export function listedAs({ collection, letterField, calls }: SubmissionKind) {
  return {
    ...{ collection: collection.name, field: 'created_at', statuses, hasOwners: true, waitsFirst: true },
    ...(letterField && { first: { condition: urgentCondition(), field: 'appeal_by' } }),
    ...(calls && { calls: callOrder() }),
  };
}

/** @returns submissions, urgent ones, then those that wait, the newest first unless asked otherwise, 25 at a time. @throws DomainError `bad-input`. */
export async function listSubmissions(
  kind: SubmissionKind,
  request: ListRequest,
  { deps }: ReadingContext,
): Promise<SubmissionPage> {
  const listing = readListing(request, listedAs(kind), deps.keys);
  const model = kind.collection.model(deps.portal);
  const [newest, found] = await Promise.all([
    readNewest(request, { model, list: listedAs(kind), deps }),
    readPage(model, listing, { field: 'created_at', projection: { search_tokens: 0 } }),
  ]);
  const names = await namesIn(found.rows, deps);
  const rows = found.rows.map(async (submission) =>
    presentRow(kind, submission, { ...(await showSubmission(kind, submission, deps)), names }),
  );
  const urgentFirst = listing.first !== undefined && !request.sort;
  return { rows: await Promise.all(rows), urgentFirst, next: found.next, newest };
}

/** @throws DomainError `not-found`. @returns one submission with the questions its sender saw. */
export async function readSubmission(
  kind: SubmissionKind,
  { id }: { id: string },
  { deps }: ReadingContext,
): Promise<SubmissionDetail> {
  const found = await findSubmission(kind, id, deps);
  const [names, attempts, rejection, invited, shown] = await Promise.all([
    namesIn([found], deps),
    listAttempts(found._id, deps),
    showRejection(kind, found, deps),
    showInvitation(found, deps),
    showSubmission(kind, found, deps),
  ]);
  return presentDetail(kind, found, { ...shown, ...invited, names, attempts, rejection });
}

/** @returns the names of the staff accounts that work on submissions or have decided about them, by their ids. */
async function namesIn(
  submissions: readonly Pick<Submission, 'owner' | 'reviewed_by'>[],
  { portal }: Pick<Deps, 'portal'>,
): Promise<Map<string, string>> {
  const ids = submissions.flatMap(({ owner = [], reviewed_by = [] }) => [owner, reviewed_by].flat());
  return ids.length > 0 ? readStaffNames(ids, portal) : new Map();
}

/** @throws DomainError `not-found`. @returns one submission as stored. */
export async function findSubmission(
  kind: SubmissionKind,
  id: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Submission> {
  const found =
    isValidObjectId(id) && (await kind.collection.model(portal).findOne({ _id: id }).lean<Submission>());
  if (!found) throw notFound(kind);
  return found;
}

export function notFound({ noun }: SubmissionKind): DomainError {
  return new DomainError('not-found', `This ${noun} was not found.`);
}

/** @returns the answers for display: see `openAnswers`. */
export function showSubmission({ collection }: SubmissionKind, submission: Submission, deps: Reading) {
  return openAnswers(collection, submission, deps);
}
