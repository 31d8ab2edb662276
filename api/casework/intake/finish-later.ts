import type { IntakeForm } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { caseworkLimits } from '#api/casework/limits.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { draftDays } from './draft.model.ts';
import { makeResumeSecret } from './drafts.ts';
import { requireSavedDraft } from './saved-draft.ts';

/**
 * Emails the visitor a link to continue the draft on any device.
 *
 * @param path the page that opens the link.
 * @throws DomainError `bad-input` for an invalid address, `too-many` after five emails an hour.
 */
export async function finishLater(
  { form, email, token, path }: { form: IntakeForm; email: string; token: string; path: string },
  context: IntakeContext,
): Promise<void> {
  const { deps, address } = context;
  const to = email.trim();
  // The site's single rule for addresses: mail software reads names, comments and lists into anything looser.
  if (!validateAnswers(getForm('email-address'), { email: to }).ok) {
    const message = 'Enter an email address, like name@example.com';
    throw new DomainError('bad-input', message, { title: 'There is a problem', fields: { email: message } });
  }
  const secret = await requireSavedDraft({ form, token }, context);
  await deps.limits.reserve(caseworkLimits.resumeMail, address);
  const firm = await deps.readFirm();
  await inTransaction(deps.portal, async (session) => {
    const resume = await makeResumeSecret(secret, form, deps, session);
    const message = emailFor(
      firm,
      getForm(form).ui.title,
      `${deps.settings.PUBLIC_URL}${path}?link=${resume}`,
    );
    await enqueue({ kind: 'resume-link', to, ...message }, { portal: deps.portal, keys: deps.keys, session });
  });
}

function emailFor(firm: Firm, title: string, url: string): WrittenEmail {
  return writeEmail({
    firm,
    subject: `Your link to finish: ${title}`,
    heading: 'Finish when you are ready',
    paragraphs: [
      `You asked for a link to finish your "${title}" later. Open it on any device and continue where you stopped.`,
      `The link works once, for ${draftDays} days. When you open it, your answers move to the browser you open it in, and only that browser can read them from then on. To move them again, press "Save and exit" there and get a new link.`,
      'Anyone who opens this link before you do gets the answers you have saved, so please do not forward this message.',
      `Once you have sent your answers, or after ${draftDays} days, they are deleted from the saved copy.`,
      'If you did not ask for it, you can ignore this message.',
    ],
    action: { label: 'Continue with your answers', url },
  });
}
