import { DomainError } from '../domain-error.ts';
import { type CalendarDate, calendarDate, yearsBefore } from './calendar-date.ts';

/** A date as it was typed into three fields. */
export interface TypedDate {
  month: string;
  day: string;
  year: string;
}

type Part = keyof TypedDate;

/** Older letters are history: a date that long ago is a slip of the finger more often than a case. */
const yearsAtMost = 10;
const parts: readonly Part[] = ['month', 'day', 'year'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Reads the date on a decision letter as a person types it; a month may be a number or a name.
 *
 * @param today in Eastern time.
 * @throws DomainError `bad-input` with what to do, its `fields` naming the parts that are wrong.
 */
export function readLetterDate(typed: TypedDate, today: CalendarDate): CalendarDate {
  const given = Object.fromEntries(parts.map((part) => [part, typed[part].normalize('NFKC').trim()]));
  const missing = parts.filter((part) => !given[part]);
  if (missing.length === parts.length) throw refusal('Enter the date on your letter', parts);
  if (missing.length > 0) throw refusal(`The date on your letter must include ${listed(missing)}`, missing);
  const year = readNumber(given.year, /^[1-9]\d{3}$/);
  if (!year) throw refusal('The year must have 4 numbers, such as 2024', ['year']);
  const date = calendarDate(year, readMonth(given.month ?? ''), readNumber(given.day, /^\d{1,2}$/));
  if (!date) throw refusal('The date on your letter must be a real date', wrongParts(given));
  if (date > today) throw refusal('The date on your letter must be today or in the past', parts);
  if (date < yearsBefore(today, yearsAtMost)) {
    throw refusal(`The date on your letter must be in the last ${yearsAtMost} years`, ['year']);
  }
  return date;
}

/** @returns 0 for what is no month. */
function readMonth(text: string): number {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (name.length >= 3) return months.findIndex((month) => month.startsWith(name)) + 1;
  return readNumber(text, /^\d{1,2}$/);
}

function readNumber(text = '', pattern: RegExp): number {
  return pattern.test(text) ? Number(text) : 0;
}

/** @returns the part that can't be right by itself, or day and month when only together they are wrong. */
function wrongParts({ month = '', day = '' }: Record<string, string>): readonly Part[] {
  const monthNumber = readMonth(month);
  if (monthNumber < 1 || monthNumber > 12) return ['month'];
  const dayNumber = readNumber(day, /^\d{1,2}$/);
  return dayNumber < 1 || dayNumber > 31 ? ['day'] : ['month', 'day'];
}

function listed(missing: readonly Part[]): string {
  return missing.map((part) => `a ${part}`).join(' and ');
}

function refusal(message: string, wrong: readonly Part[]): DomainError {
  return new DomainError('bad-input', message, {
    fields: Object.fromEntries(wrong.map((part) => [part, message])),
  });
}
