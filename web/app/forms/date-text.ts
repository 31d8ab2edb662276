/** The three fields of a date as they are typed. */
export interface DateParts {
  month: string;
  day: string;
  year: string;
}

/**
 * @param value a day as it is stored, YYYY-MM-DD, or what was typed where that is no day: "13/45/19".
 * @returns what the three fields show.
 */
export function splitDate(value: unknown): DateParts {
  const text = typeof value === 'string' ? value : '';
  const [, year, month, day] = text.match(/^(\d{4})-(\d\d)-(\d\d)$/) ?? [];
  if (year && month && day) return { month: withoutZero(month), day: withoutZero(day), year };
  const [first = '', second = '', ...rest] = text.split('/');
  return { month: first, day: second, year: rest.join('/') };
}

/** @returns what was typed, as month/day/year, which the form's rules read; undefined for nothing. */
export function joinDate({ month, day, year }: DateParts): string | undefined {
  const typed = [month, day, year].map((part) => part.trim());
  return typed.some((part) => part !== '') ? typed.join('/') : undefined;
}

function withoutZero(digits: string): string {
  return digits.replace(/^0/, '');
}
