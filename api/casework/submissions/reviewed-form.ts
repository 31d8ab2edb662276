import { type ConfirmationWords, noticesFor } from '@claimdesk/forms/define-intake';
import { referralText } from '#api/casework/referral.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import type { QueuedEmail } from '#api/platform/email/enqueue.ts';
import type { Settings } from '#api/platform/settings.ts';
import { answerSections } from './answers-pdf-document.ts';
import { countAppealBy, isUrgent, presentAppealBy } from './appeal-by.ts';
import { showSubmission } from './list-submissions.ts';
import { renderRecord } from './render-submission.ts';
import type { AcceptedForm, FormKind } from './store-submission.ts';
import { type Submission, submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** @returns what storing a form needs to know that staff decide on: its submissions are stored as `pending`. */
export function reviewedForm(kind: SubmissionKind): FormKind<Submission> {
  const { form, collection, noun, page } = kind;
  return {
    form,
    collection,
    noun,
    page,
    model: (portal) => submissionModel(kind, portal),
    async own({ referral, answers }, { deps }) {
      const appeal_by = await countAppealBy(kind, answers, deps);
      return {
        ...(referral && { referral }),
        ...(appeal_by && { appeal_by }),
        status: 'pending',
        created_at: new Date(),
      };
    },
    isUrgent: ({ appeal_by }) => isUrgent(appeal_by),
    emailFor: (accepted, _own, settings) =>
      kind.email ? confirmationOf(kind, kind.email, accepted, settings) : null,
    copyOf: (stored, deps) => ({
      reference: stored.reference,
      sentAt: stored.created_at,
      ...(stored.referral && { referral: referralText(stored.referral) }),
      appealBy: presentAppealBy(stored.appeal_by),
      async readAnswers() {
        const { definition, answers } = await showSubmission(kind, stored, deps);
        return { sections: answerSections(definition, answers), notices: noticesFor(kind, answers) };
      },
      render: () => renderRecord(kind, stored, deps),
    }),
  };
}

/** @returns the email to the sender, at the address in the answer `email`. */
function confirmationOf(
  { form }: SubmissionKind,
  email: ConfirmationWords,
  { firm, reference, definition, answers, referral }: AcceptedForm,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): QueuedEmail {
  const { kind = `${form}-confirmation`, subject, more, senderAction, action } = email;
  return {
    kind,
    to: String(answers.email),
    ...writeConfirmation({
      firm,
      reference,
      subject,
      ui: definition.ui,
      more: [...(referral ? [`You asked about ${referralText(referral)}.`] : []), ...more],
      senderAction,
      ...(action && { action: { label: action.label, url: PUBLIC_URL + action.path } }),
    }),
  };
}
