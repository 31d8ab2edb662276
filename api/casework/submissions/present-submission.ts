import { presentAnswers } from '@claimdesk/forms/answers';
import type { Decision } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { type Referral, referralText } from '#api/casework/referral.ts';
import { type AppealBy, isUrgent, presentAppealBy } from './appeal-by.ts';
import { type CallBy, presentCallBy } from './call-by.ts';
import type { Submission } from './submission.model.ts';
import { type Column, nameOf, type OpenedSubmission, type SubmissionKind } from './submission-kind.ts';
import { decisions, type SubmissionStatus } from './submission-status.ts';

export interface SubmissionRow {
  id: string;
  reference: string;
  name: string;
  columns: Column[];
  status: SubmissionStatus;
  /** ISO 8601; shown as a US short date. */
  submittedAt: string;
  /** Null if the sender gave no letter date. */
  appealBy: AppealBy | null;
  /** Whether it comes before all others. */
  isUrgent: boolean;
  /** Made up for a trial. */
  isSample: boolean;
  /** Null where no time was promised, and once it is decided. */
  callBy: CallBy | null;
}

export interface SubmissionDetail extends SubmissionRow {
  sections: { title: string; answers: { field: string; question: string; value: string }[] }[];
  reviewedAt: string | null;
  /** The name of the reviewer; null before the decision, and for a deleted account. */
  reviewedBy: string | null;
  /** What staff may decide now. */
  decisions: Decision[];
}

interface DecryptedAnswers {
  definition: FormDefinition;
  answers: Answers;
}

export function presentRow(
  kind: SubmissionKind,
  submission: Submission,
  decrypted: DecryptedAnswers,
): SubmissionRow {
  return rowOf(kind, submission, withPresented(decrypted));
}

/** @returns the whole submission, question by question, from the definition it was answered under. */
export function presentDetail(
  kind: SubmissionKind,
  submission: Submission,
  { reviewedBy, ...decrypted }: DecryptedAnswers & { reviewedBy: string | null },
): SubmissionDetail {
  const opened = withPresented(decrypted);
  const { referral } = submission;
  return {
    ...rowOf(kind, submission, opened),
    sections: [
      ...kind.sectionsOf(opened).map(({ title, answers }) => ({
        title,
        answers: answers.map(({ field, question, value }) => ({ field, question, value })),
      })),
      ...(referral ? [referralSection(referral)] : []),
    ],
    reviewedAt: submission.reviewed_at?.toISOString() ?? null,
    reviewedBy,
    decisions: decisions.filter((decision) => kind.mayBecome(submission.status, decision)),
  };
}

function referralSection(referral: Referral): SubmissionDetail['sections'][number] {
  const answer = { field: 'referral', question: 'Attorney asked about', value: referralText(referral) };
  return { title: 'Referral', answers: [answer] };
}

function withPresented({ definition, answers }: DecryptedAnswers): OpenedSubmission {
  return {
    definition,
    answers,
    shown: presentAnswers(definition, answers, { missing: 'N/A', audience: 'staff' }),
  };
}

function rowOf(kind: SubmissionKind, submission: Submission, opened: OpenedSubmission): SubmissionRow {
  return {
    id: submission._id.toHexString(),
    reference: submission.reference,
    name: nameOf(opened.answers),
    columns: kind.columnsOf(opened),
    status: submission.status,
    submittedAt: submission.created_at.toISOString(),
    appealBy: presentAppealBy(submission.appeal_by),
    isUrgent: submission.status === 'pending' && isUrgent(submission.appeal_by),
    isSample: submission.sample === true,
    callBy: presentCallBy(submission),
  };
}
