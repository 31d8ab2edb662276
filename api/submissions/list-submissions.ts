import { isValidObjectId } from 'mongoose';
import type { Deps } from '../connect.ts';
import { loadDefinition } from '../definitions/load-definition.ts';
import { DomainError } from '../domain-error.ts';
import { unsealAnswers } from '../keys/sealed-answers.ts';
import { beyond, positionOf } from '../list-position.ts';
import {
  presentDetail,
  presentRow,
  type SubmissionDetail,
  type SubmissionRow,
} from './present-submission.ts';
import { type Submission, submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

const pageSize = 25;

export interface SubmissionPage {
  rows: SubmissionRow[];
  /** Pass it back to get the next page; null at the end. */
  next: string | null;
}

/** @param after the `next` of the page before. @returns submissions, newest first, 25 at a time. */
export async function listSubmissions(
  kind: SubmissionKind,
  { after }: { after?: string | undefined },
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<SubmissionPage> {
  const found = await submissionModel(kind, deps.portal)
    .find(after ? beyond('created_at', after) : {})
    .sort({ created_at: -1, _id: -1 })
    .limit(pageSize + 1)
    .lean<Submission[]>();
  const rows = await Promise.all(
    found.slice(0, pageSize).map(async (one) => presentRow(kind, one, await openSubmission(kind, one, deps))),
  );
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return { rows, next: last ? positionOf(last.created_at, last._id) : null };
}

/** @throws DomainError `not-found`. @returns one submission with the questions that its sender saw. */
export async function readSubmission(
  kind: SubmissionKind,
  id: string,
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<SubmissionDetail> {
  const found = await findSubmission(kind, id, deps);
  return presentDetail(kind, found, await openSubmission(kind, found, deps));
}

/** @throws DomainError `not-found`. @returns one submission as it is stored. */
export async function findSubmission(
  kind: SubmissionKind,
  id: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Submission> {
  const found =
    isValidObjectId(id) && (await submissionModel(kind, portal).findOne({ _id: id }).lean<Submission>());
  if (!found) throw notFound(kind);
  return found;
}

export function notFound({ noun }: SubmissionKind): DomainError {
  return new DomainError('not-found', `This ${noun} was not found.`);
}

/** @returns the answers in clear, with the form that they were given to. */
export async function openSubmission(
  { collection }: SubmissionKind,
  { _id, form, version, answers }: Submission,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
) {
  const definition = await loadDefinition(form, version, portal);
  const at = { collection, document: _id.toHexString() };
  return { definition, answers: unsealAnswers(answers, definition, keys.fields, at) };
}
