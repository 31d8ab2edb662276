import { getForm } from '@claimdesk/forms/registry';
import { reviewedForm } from '#api/casework/submissions/reviewed-form.ts';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import { applications } from './applications.ts';

export const applicationHandler = reviewedForm(
  applications,
  ({ firm, reference, answers }, { PUBLIC_URL }) => ({
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
  }),
);
