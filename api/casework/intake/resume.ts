import type { IntakeForm } from '@claimdesk/forms/intakes';
import { caseworkLimits } from '#api/casework/limits.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { resumeDraft } from './drafts.ts';
import { type CodeAndBirth, readCode } from './resume-code.ts';

/**
 * Opens a resume link in this browser.
 *
 * @throws DomainError `not-found` when the link is unknown or expired.
 */
export async function resumeByLink(
  { form, secret, shared }: { form: IntakeForm; secret: string; shared: boolean },
  { deps, drafts }: IntakeContext,
): Promise<void> {
  const opened = await resumeDraft({ link: secret }, form, deps, shared);
  if (!opened) {
    throw new DomainError('not-found', 'This link no longer works. You can start again, or call us.', {
      title: 'Link not found',
    });
  }
  drafts.keep(form, opened, { shared });
}

/**
 * Opens saved answers in this browser by a resume code and the date of birth entered for it.
 *
 * @throws DomainError `bad-input` with a sentence per field, the same `not-found` for an unknown code and a wrong date,
 * `too-many` after five failed attempts for one code or from one address.
 */
export async function resumeByCode(
  { form, shared, ...entered }: { form: IntakeForm; shared: boolean } & CodeAndBirth,
  { deps, drafts, address }: IntakeContext,
): Promise<void> {
  const { code, found } = readCode(entered, form, deps.keys);
  const attempts = [
    await deps.limits.reserve(caseworkLimits.resumeByAddress, address),
    await deps.limits.reserve(caseworkLimits.resumeByCode, code),
  ];
  const opened = await resumeDraft({ code: found }, form, deps, shared);
  if (!opened) {
    const text = 'We found no saved answers with this code and this date of birth. Check both.';
    throw new DomainError('not-found', text, { title: 'No saved answers found', fields: { code: text } });
  }
  for (const attempt of attempts) await attempt.succeeded();
  drafts.keep(form, opened, { shared });
}
