const date = { timeZone: 'America/New_York', year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const dateFormat = new Intl.DateTimeFormat('en-US', date);
const timeFormat = new Intl.DateTimeFormat('en-US', { ...date, hour: 'numeric', minute: '2-digit' });

/** @param iso a moment in ISO 8601. @returns the day in Eastern time in US short form, `11/21/2026`. */
export function formatEasternDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

/**
 * @param iso a moment in ISO 8601.
 * @returns US short form with hour and minute in Eastern time, `11/21/2026, 2:05 PM`.
 */
export function formatEastern(iso: string): string {
  // Newer engines put a narrow space before PM, older ones a plain one: server and browser must agree.
  return timeFormat.format(new Date(iso)).replace(/\s/g, ' ');
}

/**
 * @param count how many days. @param now the moment that ends them.
 * @returns the first and the last of them in Eastern time, as `YYYY-MM-DD`.
 */
export function lastDays(count: number, now: Date): { from: string; to: string } {
  const to = isoDate(now);
  return { from: isoDate(new Date(Date.parse(`${to}T17:00:00Z`) - (count - 1) * 86_400_000)), to };
}

function isoDate(moment: Date): string {
  const [month = '', day = '', year = ''] = dateFormat.format(moment).split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const longDateFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'America/New_York',
});

/** @param iso a moment in ISO 8601. @returns the day in Eastern time in words, `November 21, 2026`. */
export function longEasternDate(iso: string): string {
  return longDateFormat.format(new Date(iso));
}

const longDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** @param isoDate a calendar day, `YYYY-MM-DD`. @returns it in words, `November 21, 2026`. */
export function longDate(isoDate: string): string {
  return longDayFormat.format(new Date(isoDate));
}

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** @param isoMonth a month, `YYYY-MM`, or a day in it. @returns it in words, `November 2026`. */
export function longMonth(isoMonth: string): string {
  return monthFormat.format(new Date(isoMonth));
}
