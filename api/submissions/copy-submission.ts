import type { Deps } from '../connect.ts';
import { answerSections } from '../documents/answers-paper.ts';
import type { SentCopy } from '../intake/sent-copy.ts';
import { openSubmission } from './list-submissions.ts';
import { printRecord } from './print-submission.ts';
import { type Submission, submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** @returns the sender's copy of what was sent under a key. */
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
    async readAnswers() {
      const { definition, answers } = await openSubmission(kind, found, deps);
      return answerSections(definition, answers);
    },
    print: () => printRecord(kind, found, deps),
  };
}
