import { getForm } from '@claimdesk/forms/registry';
import type { Deps } from '../connect.ts';
import { writeConfirmation } from '../outbox/confirmation.ts';
import { writeStaffNotice } from '../outbox/staff-notice.ts';
import { type LettersFor, type SentForm, storeSubmission } from '../submissions/store-submission.ts';
import { applications } from './applications.ts';

/**
 * Stores an attorney application as `pending`, and in the same transaction its letters: one to the applicant that it has
 * arrived, and a notice to staff.
 *
 * @returns the reference that the applicant is told.
 * @throws DomainError `bad-input` with a sentence per field (SPEC section 5).
 */
export function submitApplication(
  sent: SentForm,
  deps: Pick<Deps, 'portal' | 'keys' | 'settings' | 'payload' | 'content' | 'outbox'>,
): Promise<{ reference: string }> {
  const { STAFF_EMAIL, PUBLIC_URL } = deps.settings;
  const lettersFor: LettersFor = ({ firm, reference, answers }) => [
    {
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
    },
    {
      kind: 'application-received',
      to: STAFF_EMAIL,
      ...writeStaffNotice({
        firm,
        thing: applications.noun,
        reference,
        url: `${PUBLIC_URL}/admin/attorney-applications`,
      }),
    },
  ];
  return storeSubmission(applications, sent, lettersFor, deps);
}
