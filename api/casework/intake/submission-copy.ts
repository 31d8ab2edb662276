import type { Notice } from '@claimdesk/forms/define-intake';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { AnswerSection } from '#api/casework/submissions/answers-pdf-document.ts';
import type { AppealBy } from '#api/casework/submissions/appeal-by.ts';
import type { SentCopy } from '#api/casework/submissions/store-submission.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type IntakeContext, submissionKey } from './browser-drafts.ts';
import { submissionHandlers } from './submission-handlers.ts';

/** Long enough to read and save it, short enough for a shared computer. */
const copyHours = 1;

/**
 * Shows senders what they sent, for one hour and in the same browser. Beginning the form again ends it too, since the
 * browser then gets a new secret.
 *
 * @throws DomainError `not-found` in any other browser and after that hour.
 */
export async function readSubmissionCopy(
  { form }: { form: IntakeForm },
  context: IntakeContext,
): Promise<{
  reference: string;
  sections: AnswerSection[];
  /** Notices for the sender, based on the answers. */
  notices: Pick<Notice, 'title' | 'text' | 'link' | 'represented'>[];
  referral: string | null;
  appealBy: AppealBy | null;
  /** When the sender was promised a call: "within 24 hours"; null if no time was promised. */
  callBack: string | null;
}> {
  const copy = await findCopy(form, context);
  const { reference, referral = null, appealBy = null, callBack = null } = copy;
  return { reference, ...(await copy.readAnswers()), referral, appealBy, callBack };
}

/**
 * Renders the same copy as a PDF.
 *
 * @throws DomainError `not-found` as above, `too-many` after 30 files in 10 minutes.
 * @returns the PDF in base64, and a file name without personal data.
 */
export async function renderSubmissionCopy(
  { form }: { form: IntakeForm },
  context: IntakeContext,
): Promise<{ fileName: string; content: string }> {
  const copy = await findCopy(form, context);
  await context.deps.limits.reserve(caseworkLimits.submissionCopy, context.address);
  return { fileName: `${copy.reference}.pdf`, content: (await copy.render()).toString('base64') };
}

async function findCopy(form: IntakeForm, { deps, drafts }: IntakeContext): Promise<SentCopy> {
  const secret = drafts.secretOf(form);
  const copy = secret
    ? await submissionHandlers[form].findCopy(submissionKey(form, secret), deps)
    : undefined;
  if (copy && copy.sentAt.getTime() > Date.now() - copyHours * 60 * 60 * 1000) return copy;
  throw new DomainError(
    'not-found',
    'You can get your copy for one hour after you send a form, in the browser that you sent it with. After that, call us for a copy. It is free.',
  );
}
