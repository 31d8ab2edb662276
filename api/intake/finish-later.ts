import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { readFirm } from '../content/read-site.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Firm } from '../outbox/letter-parts.ts';
import { type Written, writeLetter } from '../outbox/write-letter.ts';
import { inTransaction } from '../transaction.ts';
import { draftDays, makeResumeSecret } from './drafts.ts';
import type { IntakeForm } from './receivers.ts';
import { openSavedDraft } from './saved-draft.ts';

/**
 * Mails the visitor a link to go on with the draft on any device.
 *
 * @param path of the page that opens such a link.
 * @throws DomainError `bad-input` for an address that is none, `too-many` after five mails an hour.
 */
export async function finishLater(
  { form, email, token, path }: { form: IntakeForm; email: string; token: string; path: string },
  context: RequestContext,
): Promise<void> {
  const { deps, address } = context;
  const to = email.trim();
  // The one rule for addresses: a mail program reads names, comments and lists out of anything looser.
  if (!validateAnswers(getForm('email-address'), { email: to }).ok) {
    const message = 'Enter an email address, like name@example.com';
    throw new DomainError('bad-input', message, { title: 'There is a problem', fields: { email: message } });
  }
  const secret = await openSavedDraft({ form, token }, context);
  await deps.limits.reserve('resumeMail', address);
  const firm = await readFirm(deps);
  await inTransaction(deps.portal, async (session) => {
    const resume = await makeResumeSecret(secret, form, deps, session);
    const letter = letterFor(
      firm,
      getForm(form).ui.title,
      `${deps.settings.PUBLIC_URL}${path}?link=${resume}`,
    );
    await enqueue(
      { kind: 'resume-link', to, ...letter },
      { portal: deps.portal, ring: deps.keys.fields, session },
    );
  });
  deps.outbox.wake();
}

function letterFor(firm: Firm, title: string, url: string): Written {
  return writeLetter({
    firm,
    subject: `Your link to finish: ${title}`,
    heading: 'Finish when you are ready',
    paragraphs: [
      `You asked for a link to finish your "${title}" later. Open it on any device and go on where you stopped.`,
      `The link works for ${draftDays} days. After that, or once you have sent your answers, they are deleted from the saved copy.`,
      'Anyone who has this link can see the answers you have saved, so please do not forward this message.',
      'If you did not ask for it, you can ignore this message.',
    ],
    action: { label: 'Go on with your answers', url },
  });
}
