import { presentAnswers } from '@claimdesk/forms/answers';
import type { Decision } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { phoneHref, phoneText, readPhone } from '@claimdesk/forms/phone';
import type { Owner } from '#api/accounts/staff/owners.ts';
import type { ShownAttempt } from '#api/casework/attempts/list-attempts.ts';
import { type Referral, referralText } from '#api/casework/referral.ts';
import { type AppealBy, isUrgent, presentAppealBy } from './appeal-by.ts';
import { type CallBy, type Called, presentCallBy, presentCalled } from './call-by.ts';
import type { ShownContract, ShownInvitation } from './show-invitation.ts';
import type { ShownRejection } from './show-rejection.ts';
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
  /** Null where no time was promised, once somebody has called, and once it is decided. */
  callBy: CallBy | null;
  /** Null before the first call, and once it is decided. */
  called: Called | null;
  /** The sender's number as people read it, and what a phone dials; null where none can be read. */
  phone: { text: string; href: string } | null;
  owner: Owner | null;
  /** Until when its rejection can be taken back, in ISO 8601; null where there is nothing to take back. */
  takeBackUntil: string | null;
}

export interface SubmissionDetail extends SubmissionRow {
  sections: { title: string; answers: { field: string; question: string; value: string }[] }[];
  reviewedAt: string | null;
  /** The name of the reviewer; null before the decision, and for a deleted account. */
  reviewedBy: string | null;
  /** What staff may decide now. */
  decisions: Decision[];
  /** The calls to its sender, in the order in which they were made. */
  attempts: ShownAttempt[];
  /** Null where none was given or can be read. */
  email: string | null;
  rejection: ShownRejection | null;
  invitation: ShownInvitation | null;
  signed: ShownContract | null;
}

interface DecryptedAnswers {
  definition: FormDefinition;
  answers: Answers;
}

/** Names of staff accounts by their ids. */
type Names = ReadonlyMap<string, string>;

export function presentRow(
  kind: SubmissionKind,
  submission: Submission,
  { names, ...decrypted }: DecryptedAnswers & { names: Names },
): SubmissionRow {
  return rowOf(kind, submission, { ...withPresented(decrypted), names });
}

/** What is stored elsewhere about a submission. */
interface Found extends Pick<SubmissionDetail, 'attempts' | 'rejection' | 'invitation' | 'signed'> {
  names: Names;
}

/** @returns the whole submission, question by question, from the definition it was answered under. */
export function presentDetail(
  kind: SubmissionKind,
  submission: Submission,
  { names, attempts, rejection, invitation, signed, ...decrypted }: DecryptedAnswers & Found,
): SubmissionDetail {
  const opened = withPresented(decrypted);
  const { referral } = submission;
  return {
    ...rowOf(kind, submission, { ...opened, names }),
    sections: [
      ...kind.sectionsOf(opened).map(({ title, answers }) => ({
        title,
        answers: answers.map(({ field, question, value }) => ({ field, question, value })),
      })),
      ...(referral ? [referralSection(referral)] : []),
    ],
    reviewedAt: submission.reviewed_at?.toISOString() ?? null,
    reviewedBy: names.get(submission.reviewed_by ?? '') ?? null,
    email: String(opened.answers.email).includes('@') ? String(opened.answers.email) : null,
    attempts,
    rejection,
    invitation,
    signed,
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

function rowOf(
  kind: SubmissionKind,
  submission: Submission,
  { names, ...opened }: OpenedSubmission & { names: Names },
): SubmissionRow {
  const { owner, status, rejection } = submission;
  const { phone } = opened.answers;
  return {
    id: submission._id.toHexString(),
    reference: submission.reference,
    name: nameOf(opened.answers),
    columns: kind.columnsOf(opened),
    status,
    submittedAt: submission.created_at.toISOString(),
    appealBy: presentAppealBy(submission.appeal_by),
    isUrgent: submission.status === 'pending' && isUrgent(submission.appeal_by),
    isSample: submission.sample === true,
    callBy: presentCallBy(submission),
    called: presentCalled(submission),
    phone:
      typeof phone === 'string' && readPhone(phone)
        ? { text: phoneText(phone), href: phoneHref(phone) }
        : null,
    owner: owner === undefined ? null : { id: owner, name: names.get(owner) ?? null },
    takeBackUntil:
      status === 'rejected' && rejection && rejection.until > new Date()
        ? rejection.until.toISOString()
        : null,
  };
}
