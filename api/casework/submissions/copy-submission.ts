import type { SentCopy } from '#api/casework/intake/sent-copy.ts';
import { referralText } from '#api/casework/referral.ts';
import type { Deps } from '#api/platform/deps.ts';
import { answerSections } from './answers-pdf-document.ts';
import { showSubmission } from './list-submissions.ts';
import { renderRecord } from './render-submission.ts';
import { type Submission, submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** @returns the sender's copy of the submission with this key. */
export async function findSubmissionCopy(
  kind: SubmissionKind,
  key: string,
  deps: Deps,
): Promise<SentCopy | undefined> {
  const found = await submissionModel(kind, deps.portal).findOne({ submission_key: key }).lean<Submission>();
  if (!found) return undefined;
  return {
    reference: found.reference,
    sentAt: found.created_at,
    ...(found.referral && { referral: referralText(found.referral) }),
    async readAnswers() {
      const { definition, answers } = await showSubmission(kind, found, deps);
      return answerSections(definition, answers);
    },
    render: () => renderRecord(kind, found, deps),
  };
}
