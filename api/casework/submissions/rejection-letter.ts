import { longDate } from '@claimdesk/forms/calendar';
import type { Answers } from '@claimdesk/forms/definition';
import type { EmailParts, Firm } from '#api/platform/email/email-parts.ts';
import { presentAppealBy } from './appeal-by.ts';
import type { Submission } from './submission.model.ts';

/**
 * What the sender of a rejected submission is told. It is the same whatever the reason, which only staff see, and has nothing that
 * was answered but the first name: other people may read the email too. The last day to appeal is repeated, because its reader must
 * not miss it.
 */
export function rejectionLetter(
  subject: string,
  { reference, appeal_by }: Pick<Submission, 'reference' | 'appeal_by'>,
  { first_name }: Answers,
  firm: Firm,
): EmailParts {
  return {
    firm,
    subject,
    heading: 'We cannot take your case now',
    paragraphs: [
      `${first_name ? `Dear ${first_name}: thank` : 'Thank'} you for telling us about your situation.`,
      'We are sorry that we cannot take your case now. That says nothing about whether you can get benefits: only Social Security decides that. We do not represent you, and we file nothing for you.',
      appealLine(appeal_by),
      'You do not need us to apply or to appeal. You can do both by yourself at ssa.gov, or by phone with Social Security at 1-800-772-1213 (TTY 1-800-325-0778). A legal aid office near you may help you for free: lawhelp.org lists them. If somebody represents you now, ask them first.',
      'Call us again when something changes: your health, your work, or a new letter from Social Security. The call is free.',
      'If you did not ask us about a case, please call us and tell us the reference. Somebody else may have used your email address.',
    ],
    reference,
  };
}

function appealLine(appealBy: Date | undefined): string {
  const last = presentAppealBy(appealBy);
  if (!last)
    return 'If Social Security turned you down, the time to appeal keeps running: it is counted from the date on the letter that says so.';
  if (last.daysLeft < 0)
    return `Your last day to appeal was ${longDate(last.day)}. You may still be able to appeal. Appeal now, on the website of Social Security, with a note that says why it is late.`;
  return `Your last day to appeal is ${longDate(last.day)}. That day does not move. If you want to appeal, do it by then, on the website of Social Security or at one of its offices.`;
}
