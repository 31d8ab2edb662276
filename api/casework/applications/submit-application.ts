import { getForm } from '@claimdesk/forms/registry';
import { type EmailFor, type SentForm, storeSubmission } from '#api/casework/submissions/store-submission.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import { applications } from './applications.ts';

/**
 * Stores an attorney application as `pending` and, in the same transaction, a confirmation email to the applicant and a
 * notice to staff.
 *
 * @returns the reference that the applicant is shown.
 * @throws DomainError `bad-input` with a sentence per field.
 */
export function submitApplication(
  sent: SentForm,
  deps: Pick<Deps, 'portal' | 'keys' | 'settings' | 'readFirm' | 'outbox'>,
): Promise<{ reference: string }> {
  const { PUBLIC_URL } = deps.settings;
  const emailFor: EmailFor = ({ firm, reference, answers }) => ({
    kind: 'application-confirmation',
    to: String(answers.email),
    ...writeConfirmation({
      firm,
      reference,
      subject: 'We have your application',
      ui: getForm(applications.form).ui,
      more: [
        'If we approve it, we list you in our attorney directory, with the contact details that you gave us.',
      ],
      deed: 'apply to join our attorney network',
      action: { label: 'See the attorney directory', url: `${PUBLIC_URL}/attorney-directory` },
    }),
  });
  return storeSubmission(applications, sent, emailFor, deps);
}
