const withWeekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

/** @param date a calendar day, `YYYY-MM-DD`. @returns `Tuesday, January 14, 2025`. */
export function longDateWithWeekday(date: string): string {
  return withWeekday.format(new Date(`${date}T00:00:00Z`));
}
