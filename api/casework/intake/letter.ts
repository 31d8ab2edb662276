import type { Answers } from '@claimdesk/forms/definition';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { type IntakeForm, reviewedIntakes } from '@claimdesk/forms/intakes';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { readLetterDate } from '#api/content/deadlines/read-letter-date.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/**
 * Reads the date on a denial letter that a visitor brings along from the deadline helper.
 *
 * @param text untrusted. @returns the date, if the form asks for one and the helper would have taken it.
 */
export function readLetter(form: IntakeForm, text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (!letterFieldOf(form) || !year || !month || !day) return undefined;
  try {
    return readLetterDate({ year, month, day }, easternToday());
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * @param text as for `readLetter`. @returns the answers with the date that was brought along, unless they have one: an address
 * from before must not undo what the visitor corrected.
 */
export function withLetter(form: IntakeForm, answers: Answers, text: string | undefined): Answers {
  const [field, letter] = [letterFieldOf(form), readLetter(form, text ?? '')];
  return field && letter && !knownLetter(form, answers) ? { ...answers, [field]: letter } : answers;
}

export function knownLetter(form: IntakeForm, answers: Answers): CalendarDate | undefined {
  const known = answers[letterFieldOf(form) ?? ''];
  return typeof known === 'string' && known ? known : undefined;
}

function letterFieldOf(form: IntakeForm): string | undefined {
  return reviewedIntakes.find((each) => each.form === form)?.queue.letterField;
}
