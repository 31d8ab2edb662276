import { isValidObjectId, Types, trusted } from 'mongoose';
import type { Deps } from '../connect.ts';
import { loadDefinition } from '../definitions/load-definition.ts';
import { DomainError } from '../domain-error.ts';
import { unsealAnswers } from '../keys/sealed-answers.ts';
import { type Evaluation, evaluationModel } from './evaluation.model.ts';
import {
  type EvaluationDetail,
  type EvaluationRow,
  presentDetail,
  presentRow,
} from './present-evaluation.ts';

const pageSize = 25;

export interface EvaluationPage {
  rows: EvaluationRow[];
  /** Pass it back to get the next page; null at the end. */
  next: string | null;
}

/** @param after the `next` of the page before. @returns evaluations, newest first, 25 at a time. */
export async function listEvaluations(
  { after }: { after?: string | undefined },
  deps: Deps,
): Promise<EvaluationPage> {
  const found = await evaluationModel(deps.portal)
    .find(after ? beyond(after) : {})
    .sort({ created_at: -1, _id: -1 })
    .limit(pageSize + 1)
    .lean<Evaluation[]>();
  const rows = await Promise.all(
    found.slice(0, pageSize).map(async (one) => presentRow(await opened(one, deps))),
  );
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return { rows, next: last ? `${last.created_at.getTime()}-${last._id.toHexString()}` : null };
}

/** @throws DomainError `not-found`. @returns one evaluation with the questions that its claimant saw. */
export async function readEvaluation(id: string, deps: Deps): Promise<EvaluationDetail> {
  const found =
    isValidObjectId(id) && (await evaluationModel(deps.portal).findOne({ _id: id }).lean<Evaluation>());
  if (!found) throw new DomainError('not-found', 'This case evaluation was not found.');
  return presentDetail(await opened(found, deps));
}

async function opened(evaluation: Evaluation, { portal, keys }: Deps) {
  const definition = await loadDefinition(evaluation.form, evaluation.version, portal);
  const at = { collection: 'case_evaluations', document: evaluation._id.toHexString() };
  return { evaluation, definition, answers: unsealAnswers(evaluation.answers, definition, keys.fields, at) };
}

/** A position in the list, not a page number: rows that arrive meanwhile don't shift it. */
function beyond(after: string) {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(after) ?? [];
  if (!time || !id) throw new DomainError('bad-input', 'This page of the list does not exist.');
  const at = new Date(Number(time));
  return {
    $or: [
      { created_at: trusted({ $lt: at }) },
      { created_at: at, _id: trusted({ $lt: new Types.ObjectId(id) }) },
    ],
  };
}
