import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { rememberDraft } from './draft-cookie.ts';
import { resumeDraft } from './drafts.ts';
import type { IntakeForm } from './receivers.ts';
import { type CodeAndBirth, readCode } from './resume-code.ts';

/**
 * Opens a resume link in this browser.
 *
 * @throws DomainError `not-found` when the link is unknown or over.
 */
export async function resumeByLink(
  { form, secret }: { form: IntakeForm; secret: string },
  { deps, cookies }: RequestContext,
): Promise<void> {
  const opened = await resumeDraft({ link: secret }, form, deps);
  if (!opened) {
    throw new DomainError('not-found', 'This link no longer works. You can start again, or call us.', {
      title: 'Link not found',
    });
  }
  rememberDraft(cookies, form, opened);
}

/**
 * Opens saved answers in this browser by a code and the date of birth that was given with it.
 *
 * @throws DomainError `bad-input` with a sentence per field, `not-found` alike for an unknown code and another date,
 * `too-many` after five that did not fit, of one code or from one address.
 */
export async function resumeByCode(
  { form, ...given }: { form: IntakeForm } & CodeAndBirth,
  { deps, cookies, address }: RequestContext,
): Promise<void> {
  const { code, found } = readCode(given, form, deps.keys);
  const attempts = [
    await deps.limits.reserve('resumeByAddress', address),
    await deps.limits.reserve('resumeByCode', code),
  ];
  const opened = await resumeDraft({ code: found }, form, deps);
  if (!opened) {
    const text = 'We found no saved answers with this code and this date of birth. Check both.';
    throw new DomainError('not-found', text, { title: 'No saved answers found', fields: { code: text } });
  }
  for (const attempt of attempts) await attempt.succeeded();
  rememberDraft(cookies, form, opened);
}
