import { getForm } from '@claimdesk/forms/registry';
import { referralText } from '#api/casework/referral.ts';
import { type SentForm, storeSubmission } from '#api/casework/submissions/store-submission.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import { evaluations } from './evaluations.ts';

/**
 * Stores a case evaluation as `pending` and, in the same transaction, a confirmation email to the claimant and a notice
 * to staff.
 *
 * @returns the reference that the claimant is shown.
 * @throws DomainError `bad-input` with a sentence per field.
 */
export function submitEvaluation(
  sent: SentForm,
  deps: Pick<Deps, 'portal' | 'keys' | 'settings' | 'readFirm' | 'outbox'>,
): Promise<{ reference: string }> {
  const { PUBLIC_URL } = deps.settings;
  return storeSubmission(
    evaluations,
    sent,
    ({ firm, reference, answers, referral }) => ({
      kind: 'evaluation-confirmation',
      to: String(answers.email),
      ...writeConfirmation({
        firm,
        reference,
        subject: 'We have your case evaluation',
        ui: getForm(evaluations.form).ui,
        more: [
          ...(referral ? [`You asked about ${referralText(referral)}.`] : []),
          'We call you at the number that you gave us, during our office hours. You pay nothing for this call.',
          'We do not represent you yet. Your deadline keeps running. If you have a denial letter, find your appeal deadline on our website.',
        ],
        deed: 'ask us for this',
        action: { label: 'Find your appeal deadline', url: `${PUBLIC_URL}/appeal-denial#deadline` },
      }),
    }),
    deps,
  );
}
