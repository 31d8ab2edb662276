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

/** @returns the value of a date: YYYY-MM-DD for a day of the calendar, else what was typed; undefined for nothing. */
export function joinDate({ month, day, year }: DateParts): string | undefined {
  const typed = [month, day, year].map((part) => part.trim());
  if (typed.every((part) => part === '')) return undefined;
  const [m = '', d = '', y = ''] = typed;
  if (/^\d{1,2}$/.test(m) && /^\d{1,2}$/.test(d) && /^\d{4}$/.test(y)) {
    const iso = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
    const date = new Date(`${iso}T00:00:00Z`);
    // A day that is not in its month, like June 31, rolls over to the next.
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)) return iso;
  }
  return typed.join('/');
}

function withoutZero(digits: string): string {
  return digits.replace(/^0/, '');
}
