import { getForm } from '@claimdesk/forms/registry';
import { referralText } from '#api/casework/referral.ts';
import { reviewedForm } from '#api/casework/submissions/reviewed-form.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import { evaluations } from './evaluations.ts';

export const evaluationHandler = reviewedForm(
  evaluations,
  ({ firm, reference, answers, referral }, { PUBLIC_URL }) => ({
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
);
