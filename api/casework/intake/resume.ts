import type { IntakeForm } from '@claimdesk/forms/intakes';
import { type ReadDate, readDate, type TypedDate } from '@claimdesk/forms/typed-date';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Lookup, lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { makeGroups, normalizeCode } from '#api/platform/readable-code.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { resumeDraft, storeResumeCode } from './drafts.ts';
import { requireSavedDraft } from './saved-draft.ts';

interface CodeAndBirth {
  code: string;
  birth: TypedDate;
}

/**
 * Makes a code to continue the draft on any device, for visitors with no email or a shared mailbox.
 *
 * Neither the code nor the date is stored, only a keyed hash of both together, so a stolen dump can't be searched for
 * either.
 *
 * @returns the code, in three groups of four. It is shown once.
 * @throws DomainError `bad-input` for a date that can't be a date of birth, or when nothing is saved.
 */
export async function makeResumeCode(
  { form, token, birth }: { form: IntakeForm; token: string; birth: TypedDate },
  context: IntakeContext,
): Promise<string> {
  const read = readBirth(birth);
  if (read.message !== undefined) throw refusal({ birth: read.message });
  const secret = await requireSavedDraft({ form, token }, context);
  const code = makeGroups(3);
  const hashes = hashesOf({ form, code, date: read.date }, context.deps);
  await storeResumeCode(secret, form, hashes, context.deps);
  return code;
}

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
  const { code, found } = readCode(entered, form, deps);
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

/**
 * @returns the normalized code, under which failed attempts are counted, and the filter for the draft that it opens.
 * @throws DomainError `bad-input` with a sentence per field.
 */
function readCode({ code, birth }: CodeAndBirth, form: IntakeForm, deps: Pick<Deps, 'keys'>) {
  const letters = normalizeCode(code);
  const read = readBirth(birth);
  const isCode = /^[0-9A-Z]{12}$/.test(letters);
  if (!isCode || read.message !== undefined) {
    throw refusal({
      ...(isCode ? {} : { code: codeMessage }),
      ...(read.message === undefined ? {} : { birth: read.message }),
    });
  }
  const hashes = hashesOf({ form, code: letters, date: read.date }, deps);
  return { code: letters, found: lookupFilter('code', hashes) };
}

const codeMessage = 'Enter the code of 12 letters and numbers, like K7QH-M9XC-34FT';

function refusal(fields: Record<string, string>): DomainError {
  return new DomainError('bad-input', 'Please correct what is marked.', {
    title: 'There is a problem',
    fields,
  });
}

function readBirth(typed: TypedDate): ReadDate {
  return readDate(typed, 'Date of birth', 'Enter your date of birth');
}

function hashesOf(
  { form, code, date }: { form: IntakeForm; code: string; date: string },
  { keys }: Pick<Deps, 'keys'>,
): Lookup[] {
  return lookupHashes(keys.lookups, 'resume-code', JSON.stringify([form, normalizeCode(code), date]));
}
