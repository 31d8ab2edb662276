import { dateParts, readDate, type TypedDate } from '@claimdesk/forms/typed-date';
import { DomainError } from '#api/platform/domain-error.ts';
import { type CalendarDate, yearsBefore } from './calendar-date.ts';

/** An older date is more often a typo than a case. */
const maxYears = 10;
const name = 'The date on your letter';

/**
 * Reads the date on a decision letter as a person types it.
 *
 * @param today in Eastern time.
 * @throws DomainError `bad-input` that says what to do; its `fields` name the wrong parts.
 */
export function readLetterDate(typed: TypedDate, today: CalendarDate): CalendarDate {
  const { date, message, wrong } = readDate(typed, name, 'Enter the date on your letter');
  if (message !== undefined) throw refusal(message, wrong);
  if (date > today) throw refusal(`${name} must be today or in the past`, dateParts);
  if (date < yearsBefore(today, maxYears)) {
    throw refusal(`${name} must be in the last ${maxYears} years`, ['year']);
  }
  return date;
}

function refusal(message: string, wrong: readonly string[]): DomainError {
  return new DomainError('bad-input', message, {
    fields: Object.fromEntries(wrong.map((part) => [part, message])),
  });
}
