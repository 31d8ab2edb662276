import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { Submission } from './submission.model.ts';
import type { Column, Opened, SubmissionKind } from './submission-kind.ts';
import type { SubmissionStatus } from './submission-status.ts';

export interface SubmissionRow {
  id: string;
  reference: string;
  name: string;
  columns: Column[];
  status: SubmissionStatus;
  /** ISO 8601; shown as US short date (SPEC section 9). */
  submittedAt: string;
}

export interface SubmissionDetail extends SubmissionRow {
  sections: { title: string; answers: { field: string; question: string; value: string }[] }[];
  reviewedAt: string | null;
}

interface Given {
  definition: FormDefinition;
  answers: Answers;
}

/** @returns one line of the back office's table (SPEC section 2, Admin). */
export function presentRow(kind: SubmissionKind, submission: Submission, given: Given): SubmissionRow {
  return rowOf(kind, submission, inWords(given));
}

/** @returns the whole submission, question by question, rendered from the definition it was answered under. */
export function presentDetail(kind: SubmissionKind, submission: Submission, given: Given): SubmissionDetail {
  const opened = inWords(given);
  return {
    ...rowOf(kind, submission, opened),
    sections: kind.sectionsOf(opened).map(({ title, answers }) => ({
      title,
      answers: answers.map(({ field, question, value }) => ({ field, question, value })),
    })),
    reviewedAt: submission.reviewed_at?.toISOString() ?? null,
  };
}

function inWords({ definition, answers }: Given): Opened {
  return {
    definition,
    answers,
    shown: presentAnswers(definition, answers, { missing: 'N/A', audience: 'staff' }),
  };
}

function rowOf(kind: SubmissionKind, submission: Submission, opened: Opened): SubmissionRow {
  return {
    id: submission._id.toHexString(),
    reference: submission.reference,
    name: kind.nameOf(opened.answers),
    columns: kind.columnsOf(opened),
    status: submission.status,
    submittedAt: submission.created_at.toISOString(),
  };
}
