import type { Exported } from '#api/casework/exports/exported.ts';
import { referralText } from '#api/casework/referral.ts';
import { listedAs, showSubmission } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

const referralTitle = 'Attorney asked about';

/** @returns how the submissions of a kind are exported. */
export function exportedSubmissions(kind: SubmissionKind): Exported<Submission> {
  const facts = ['Reference', 'Status', 'Submitted', 'Reviewed'];
  return {
    name: kind.name,
    heading: kind.heading,
    file: kind.page.slice('/admin/'.length),
    collection: kind.collection,
    list: listedAs(kind),
    facts: kind.takesReferrals ? [...facts, referralTitle] : facts,
    factsOf: ({ reference, status, created_at, reviewed_at, referral }) => ({
      Reference: reference,
      Status: status,
      Submitted: created_at.toISOString(),
      Reviewed: reviewed_at?.toISOString() ?? '',
      [referralTitle]: referral ? referralText(referral) : '',
    }),
    answers: { form: kind.form, show: (submission, deps) => showSubmission(kind, submission, deps) },
  };
}
