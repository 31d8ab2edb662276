import { calendarDate, tidyDate } from '@claimdesk/forms/calendar';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import type { Keys } from '../keys/key-ring.ts';
import { foundBy, lookupHashes } from '../keys/lookups.ts';
import { keepResumeCode } from './drafts.ts';
import type { IntakeForm } from './receivers.ts';
import { makeGroups } from './reference.ts';
import { openSavedDraft } from './saved-draft.ts';

export interface Birth {
  month: string;
  day: string;
  year: string;
}

export interface CodeAndBirth {
  code: string;
  birth: Birth;
}

/**
 * Makes a code with which the visitor goes on with the draft on any device, for who has no e-mail or shares it.
 *
 * Neither the code nor the date is stored, only a keyed hash of both together: a stolen dump can be searched for neither.
 *
 * @returns the code, in three groups of four. It is shown once.
 * @throws DomainError `bad-input` for a date that can't be somebody's birth, or where nothing is saved.
 */
export async function makeResumeCode(
  { form, token, birth }: { form: IntakeForm; token: string; birth: Birth },
  context: RequestContext,
): Promise<string> {
  const date = readBirth(birth);
  if (!date) throw refusal({ birth: birthMessage });
  const secret = await openSavedDraft({ form, token }, context);
  const code = makeGroups(3);
  const lookups = lookupHashes(context.deps.keys.lookups, 'resume-code', together(form, plain(code), date));
  await keepResumeCode(secret, form, lookups, context.deps);
  return code;
}

/**
 * @returns the code as it is counted, and the filter for the draft that it opens.
 * @throws DomainError `bad-input` with a sentence per field.
 */
export function readCode({ code, birth }: CodeAndBirth, form: IntakeForm, keys: Keys) {
  const letters = plain(code);
  const date = readBirth(birth);
  const isCode = /^[0-9A-Z]{12}$/.test(letters);
  if (!isCode || !date) {
    throw refusal({ ...(isCode ? {} : { code: codeMessage }), ...(date ? {} : { birth: birthMessage }) });
  }
  const lookups = lookupHashes(keys.lookups, 'resume-code', together(form, letters, date));
  return { code: letters, found: foundBy('code', lookups) };
}

const codeMessage = 'Enter the code of 12 letters and numbers, like K7QH-M9XC-34FT';
const birthMessage = 'Enter your date of birth as a month, a day and a year, like 4 27 1968';

function refusal(fields: Record<string, string>): DomainError {
  return new DomainError('bad-input', 'Please correct what is marked.', {
    title: 'There is a problem',
    fields,
  });
}

/** However it was typed: in small letters, with spaces, with other dashes. */
function plain(code: string): string {
  return code.toUpperCase().replace(/[\s\p{Pd}._]/gu, '');
}

function readBirth({ month, day, year }: Birth): string | undefined {
  const date = tidyDate([month, day, year].map((part) => part.trim()).join('/'));
  return calendarDate.test(date) ? date : undefined;
}

function together(form: IntakeForm, code: string, date: string): string {
  return JSON.stringify([form, code, date]);
}
