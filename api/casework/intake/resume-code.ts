import type { IntakeForm } from '@claimdesk/forms/intakes';
import { type ReadDate, readDate, type TypedDate } from '@claimdesk/forms/typed-date';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { makeGroups, normalizeCode } from '#api/platform/readable-code.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { storeResumeCode } from './drafts.ts';
import { requireSavedDraft } from './saved-draft.ts';

export interface CodeAndBirth {
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
  const lookups = lookupHashes(
    context.deps.keys.lookups,
    'resume-code',
    joinCode(form, normalizeCode(code), read.date),
  );
  await storeResumeCode(secret, form, lookups, context.deps);
  return code;
}

/**
 * @returns the normalized code, under which failed attempts are counted, and the filter for the draft that it opens.
 * @throws DomainError `bad-input` with a sentence per field.
 */
export function readCode({ code, birth }: CodeAndBirth, form: IntakeForm, keys: Keys) {
  const letters = normalizeCode(code);
  const read = readBirth(birth);
  const isCode = /^[0-9A-Z]{12}$/.test(letters);
  if (!isCode || read.message !== undefined) {
    throw refusal({
      ...(isCode ? {} : { code: codeMessage }),
      ...(read.message === undefined ? {} : { birth: read.message }),
    });
  }
  const lookups = lookupHashes(keys.lookups, 'resume-code', joinCode(form, letters, read.date));
  return { code: letters, found: lookupFilter('code', lookups) };
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

function joinCode(form: IntakeForm, code: string, date: string): string {
  return JSON.stringify([form, code, date]);
}
