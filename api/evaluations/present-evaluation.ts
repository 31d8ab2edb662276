import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { Evaluation } from './evaluation.model.ts';
import type { EvaluationStatus } from './evaluation-status.ts';

interface Opened {
  evaluation: Evaluation;
  definition: FormDefinition;
  answers: Answers;
}

export interface EvaluationRow {
  id: string;
  reference: string;
  name: string;
  /** The fields that the form's `list` names, in its order, as text. */
  columns: { field: string; title: string; value: string }[];
  status: EvaluationStatus;
  /** ISO 8601; shown as US short date with hour and minute (SPEC section 9). */
  submittedAt: string;
}

export interface EvaluationDetail extends EvaluationRow {
  sections: { title: string; answers: { field: string; question: string; value: string }[] }[];
  reviewedAt: string | null;
}

/** @returns one line of the back office's table (SPEC section 2, /admin/case-evaluations). */
export function presentRow({ evaluation, definition, answers }: Opened): EvaluationRow {
  const shown = new Map(
    presentAnswers(definition, answers, { missing: 'N/A' }).map((each) => [each.field, each]),
  );
  return {
    id: evaluation._id.toHexString(),
    reference: evaluation.reference,
    name: [answers.first_name, answers.last_name].filter(Boolean).join(' '),
    columns: definition.ui.list.map((field) => ({
      field,
      title: shown.get(field)?.shortTitle ?? field,
      value: shown.get(field)?.value ?? 'N/A',
    })),
    status: evaluation.status,
    submittedAt: evaluation.created_at.toISOString(),
  };
}

/** @returns the whole evaluation, question by question, rendered from the definition it was answered under. */
export function presentDetail(opened: Opened): EvaluationDetail {
  const shown = presentAnswers(opened.definition, opened.answers, { missing: 'N/A' });
  const contact = opened.definition.ui.steps.at(-1)?.id;
  const section = (title: string, inContact: boolean) => ({
    title,
    answers: shown
      .filter(({ step }) => (step === contact) === inContact)
      .map(({ field, question, value }) => ({ field, question, value })),
  });
  return {
    ...presentRow(opened),
    sections: [section('Contact Information', true), section('Answers', false)],
    reviewedAt: opened.evaluation.reviewed_at?.toISOString() ?? null,
  };
}
