import { calendarDate } from './calendar.ts';

/** In the order in which they are asked. */
export const dateParts = ['month', 'day', 'year'] as const;

export type DatePart = (typeof dateParts)[number];

/** @returns the names of a date's inputs, or of some: the part follows the date's own name, as in `onset-month`. */
export function partNames(name: string, parts: readonly DatePart[] = dateParts): string[] {
  return parts.map((part) => `${name}-${part}`);
}

/** A date as it was typed into three fields. */
export type TypedDate = Record<DatePart, string>;

/** A date as YYYY-MM-DD; or which parts are wrong, and one sentence that says so. */
export type ReadDate =
  | { date: string; message?: undefined; wrong: readonly [] }
  | { date?: undefined; message: string; wrong: readonly DatePart[] };

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * Reads a date as people type it; a month may be a number or a name.
 *
 * @param name of the date, as the sentence begins: "Date of birth".
 * @param empty the sentence for a date of which nothing was typed.
 */
export function readDate(typed: TypedDate, name = '', empty = `Enter: ${name}`): ReadDate {
  // What is longer is no part of a date, and its end does not matter.
  const [month = '', day = '', year = ''] = dateParts.map((part) =>
    typed[part].trim().slice(0, 20).normalize('NFKC').trim(),
  );
  const given = { month, day, year };
  const missing = dateParts.filter((part) => !given[part]);
  if (missing.length > 2) return { message: empty, wrong: missing };
  if (missing.length > 0) {
    const list = missing.map((part) => `a ${part}`).join(' and ');
    return { message: `${name} must include ${list}`, wrong: missing };
  }
  const monthNumber = readMonth(month);
  const faults: Partial<TypedDate> = {
    ...(!monthNumber && { month: 'month must be a number from 1 to 12' }),
    ...(!/^(0?[1-9]|[12]\d|3[01])$/.test(day) && { day: 'day must be a number from 1 to 31' }),
    ...(!/^\d{4}$/.test(year) && { year: 'year must have 4 digits' }),
  };
  const wrong = dateParts.filter((part) => faults[part]);
  if (wrong.length > 0) {
    const sentence = wrong.map((part) => faults[part]).join(', and ');
    return { message: sentence.charAt(0).toUpperCase() + sentence.slice(1), wrong };
  }
  const date = `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (calendarDate.test(date)) return { date, wrong: [] };
  const noSuchDay = `There is no ${months[monthNumber - 1]} ${Number(day)}`;
  // February 29 is the one day that only some years have.
  return {
    message: noSuchDay.endsWith('y 29') ? `${noSuchDay} in ${year}` : noSuchDay,
    wrong: ['month', 'day'],
  };
}

/** @returns 1 to 12 for a month as a number or a name; 0 for what is no month. */
export function readMonth(text: string): number {
  if (/^(0?[1-9]|1[0-2])$/.test(text)) return Number(text);
  const name = text.toLowerCase().replace(/\.$/, '');
  return name.length < 3 ? 0 : months.findIndex((month) => month.toLowerCase().startsWith(name)) + 1;
}

/**
 * @param value a date as it is stored, YYYY-MM-DD, or what was typed where that is no date: "13/45/19".
 * @returns what the three fields show.
 */
export function splitDate(value: unknown): TypedDate {
  const text = typeof value === 'string' ? value : '';
  const [, isoYear, isoMonth = '', isoDay = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (isoYear) return { month: withoutZero(isoMonth), day: withoutZero(isoDay), year: isoYear };
  const [month = '', day = '', ...rest] = text.split('/');
  return { month, day, year: rest.join('/') };
}

/** @returns what was typed, as month/day/year, which the form's rules read; undefined for nothing. */
export function joinDate(typed: TypedDate): string | undefined {
  const texts = dateParts.map((part) => typed[part].trim());
  return texts.some(Boolean) ? texts.join('/') : undefined;
}

/** @returns the date as YYYY-MM-DD where the text is one, however it is written, else the text as typed. */
export function normalizeDate(typed: string): string {
  return readDate(splitDate(typed)).date ?? typed;
}

/**
 * @param value as `splitDate` takes it.
 * @returns which inputs a date's error is about: the parts that are wrong by themselves; the year where a rule refuses a
 * real date, since nobody mistypes the month to be born in the future.
 */
export function wrongDateParts(value: unknown): readonly DatePart[] {
  const { wrong } = readDate(splitDate(value));
  return wrong.length > 0 ? wrong : ['year'];
}

function withoutZero(digits: string): string {
  return digits.replace(/^0/, '');
}
