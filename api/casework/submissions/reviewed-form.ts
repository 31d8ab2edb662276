import { longDate } from '@claimdesk/forms/calendar';
import { type ConfirmationWords, noticesFor, sentText } from '@claimdesk/forms/define-intake';
import { referralText } from '#api/casework/referral.ts';
import { callBackWhen } from '#api/content/office-hours.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import type { QueuedEmail } from '#api/platform/email/enqueue.ts';
import type { Settings } from '#api/platform/settings.ts';
import { answerSections } from './answers-pdf-document.ts';
import { countAppealBy, isUrgent, presentAppealBy } from './appeal-by.ts';
import { findCallBy } from './call-by.ts';
import { showSubmission } from './list-submissions.ts';
import { renderRecord } from './render-submission.ts';
import type { AcceptedForm, FormKind } from './store-submission.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** @returns what storing a form needs to know that staff decide on: its submissions are stored as `pending`. */
export function reviewedForm(kind: SubmissionKind): FormKind<Submission> {
  const { form, collection, noun, page } = kind;
  return {
    form,
    collection: collection.name,
    noun,
    page,
    model: (portal) => kind.collection.model(portal),
    async own({ referral, answers }, { deps }) {
      const created_at = new Date();
      const appeal_by = await countAppealBy(kind, answers, deps);
      const call_by = await findCallBy(kind, created_at, deps);
      return {
        ...(referral && { referral }),
        ...(appeal_by && { appeal_by }),
        ...(call_by && { call_by }),
        status: 'pending',
        created_at,
      };
    },
    isUrgent: ({ appeal_by }) => isUrgent(appeal_by),
    emailFor: (accepted, own, settings) =>
      kind.email ? confirmationOf(kind, kind.email, { ...accepted, ...own }, settings) : null,
    copyOf: (stored, deps) => ({
      reference: stored.reference,
      sentAt: stored.created_at,
      ...(stored.referral && { referral: referralText(stored.referral) }),
      appealBy: presentAppealBy(stored.appeal_by),
      ...callBackOf(stored),
      async readAnswers() {
        const { definition, answers } = await showSubmission(kind, stored, deps);
        return { sections: answerSections(definition, answers), notices: noticesFor(kind, answers) };
      },
      render: () => renderRecord(kind, stored, deps),
    }),
  };
}

type Promised = Pick<Submission, 'call_by' | 'created_at'>;

/** @returns the words that tell the sender when to expect the call, if a time was promised. */
function callBackOf({ call_by, created_at }: Promised): { callBack?: string } {
  return call_by ? { callBack: callBackWhen(created_at, call_by) } : {};
}

/** @returns the email to the sender, at the address in the answer `email`. */
function confirmationOf(
  { form, site }: SubmissionKind,
  email: ConfirmationWords,
  sent: AcceptedForm & Promised & Pick<Submission, 'appeal_by'>,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): QueuedEmail {
  const { firm, reference, definition, answers, referral, appeal_by, isRepresented } = sent;
  const { ui } = definition;
  const { kind = `${form}-confirmation`, subject, more, senderAction, action } = email;
  return {
    kind,
    to: String(answers.email),
    ...writeConfirmation({
      firm,
      reference,
      subject,
      title: ui.successTitle,
      text: sentText(site.sent, ui, callBackOf(sent).callBack),
      more: [
        ...(referral ? [`You asked about ${referralText(referral)}.`] : []),
        ...more,
        ...appealLines(email, appeal_by, isRepresented),
      ],
      senderAction,
      ...(action && { action: { label: action.label, url: PUBLIC_URL + action.path } }),
    }),
  };
}

/** @returns what the email says of the last day to appeal, which is the day that the confirmation page names. */
function appealLines(
  { appeal }: ConfirmationWords,
  appealBy: Date | undefined,
  isRepresented: boolean,
): string[] {
  if (!appeal) return [];
  const last = presentAppealBy(appealBy);
  const words = last
    ? (last.daysLeft < 0 ? appeal.past : appeal.ahead).replace('{day}', longDate(last.day))
    : appeal.unknown;
  return [isRepresented ? words : `${appeal.notYet} ${words}`];
}
