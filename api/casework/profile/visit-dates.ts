/** The months of a visit, each as the number of months since the year 0. */
export interface VisitMonths {
  from: number;
  to: number;
}

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A client is asked for the treatment of so many years. */
export const treatmentYears = 3;

/**
 * Reads the dates of a treatment as people write them: `12/2022`, `12/5/2022`, `Dec 2022`, `2022`, and from one to another,
 * as in `12/2022 - 01/2023`, `2021 to 2022` or `March 2024 until now`.
 *
 * @param today for `now` and `today`. @returns null for what can't be read; the text is kept either way.
 */
export function readVisitDate(text: string, today = new Date()): VisitMonths | null {
  const months = readRange(text, today);
  return months && months.to >= months.from ? months : null;
}

/** @returns it also where it ends before it begins. */
function readRange(text: string, today: Date): VisitMonths | null {
  const [first = '', second, ...rest] = text.trim().split(/\s*(?:[-–—]|\bto\b|\buntil\b|\btill\b)\s*/i);
  if (rest.length > 0) return null;
  const from = readMonths(first, today);
  const to = second === undefined ? from : readMonths(second, today);
  return from && to ? { from: from.from, to: to.to } : null;
}

/** What may be wrong with the dates of a treatment. They are stored all the same: only the client knows. */
export type VisitAdvice = 'backwards' | 'future' | 'long-ago';

/**
 * @returns whether a visit ended before it began, begins after this month, or ended before the years that are asked for; null
 * where it is none of these, or the text can't be read.
 */
export function adviceOn(text: string, today = new Date()): VisitAdvice | null {
  const months = readRange(text, today);
  if (!months) return null;
  const thisMonth = monthsOf(today.getFullYear(), today.getMonth());
  if (months.to < months.from) return 'backwards';
  if (months.from > thisMonth) return 'future';
  return months.to < thisMonth - treatmentYears * 12 ? 'long-ago' : null;
}

/** Sorts what was treated last to the front, and what can't be read to the end. */
export function byVisitDate(a: string, b: string, today = new Date()): number {
  const [left, right] = [readVisitDate(a, today), readVisitDate(b, today)];
  if (!left || !right) return Number(left === null) - Number(right === null);
  return right.to - left.to || right.from - left.from;
}

function readMonths(text: string, today: Date): VisitMonths | null {
  const typed = text.trim().toLowerCase().replaceAll(',', ' ');
  if (/^(now|today|present)$/.test(typed)) return oneMonth(today.getFullYear(), today.getMonth());
  const [, year] = /^(\d{4})$/.exec(typed) ?? [];
  if (year) return wholeYear(Number(year));
  const [, month, , inYear] = /^(\d{1,2})\s*[/.](?:\s*(\d{1,2})\s*[/.])?\s*(\d{4})$/.exec(typed) ?? [];
  if (month && inYear) return oneMonth(Number(inYear), Number(month) - 1);
  const [, name = '', ofYear] = /^([a-z]{3,9})\.?\s+(?:\d{1,2}\s+)?(\d{4})$/.exec(typed) ?? [];
  return ofYear ? oneMonth(Number(ofYear), names.indexOf(name.slice(0, 3))) : null;
}

function oneMonth(year: number, month: number): VisitMonths | null {
  if (!isYear(year) || month < 0 || month > 11) return null;
  return { from: monthsOf(year, month), to: monthsOf(year, month) };
}

function wholeYear(year: number): VisitMonths | null {
  return isYear(year) ? { from: monthsOf(year, 0), to: monthsOf(year, 11) } : null;
}

function isYear(year: number): boolean {
  return year >= 1900 && year <= 2100;
}

function monthsOf(year: number, month: number): number {
  return year * 12 + month;
}
