import { getForm } from '@claimdesk/forms/registry';
import type { Deps } from '../connect.ts';
import { writeConfirmation } from '../outbox/confirmation.ts';
import { writeStaffNotice } from '../outbox/staff-notice.ts';
import { type SentForm, storeSubmission } from '../submissions/store-submission.ts';
import { evaluations } from './evaluations.ts';

/**
 * Stores a case evaluation as `pending`, and in the same transaction its letters: one to the claimant that it has
 * arrived, and a notice to staff.
 *
 * @returns the reference that the claimant is told.
 * @throws DomainError `bad-input` with a sentence per field (SPEC section 5).
 */
export function submitEvaluation(
  sent: SentForm,
  deps: Pick<Deps, 'portal' | 'keys' | 'settings' | 'payload' | 'content' | 'outbox'>,
): Promise<{ reference: string }> {
  const { STAFF_EMAIL, PUBLIC_URL } = deps.settings;
  const url = `${PUBLIC_URL}/admin/case-evaluations`;
  return storeSubmission(
    evaluations,
    sent,
    ({ firm, reference, answers }) => [
      {
        kind: 'evaluation-confirmation',
        to: String(answers.email),
        ...writeConfirmation({
          firm,
          reference,
          subject: 'We have your case evaluation',
          ui: getForm(evaluations.form).ui,
          more: ['We call you at the number that you gave us. You pay nothing for this call.'],
          deed: 'ask us for this',
        }),
      },
      {
        kind: 'evaluation-received',
        to: STAFF_EMAIL,
        ...writeStaffNotice({ firm, thing: evaluations.noun, reference, url }),
      },
    ],
    deps,
  );
}
