/** A day of the calendar, YYYY-MM-DD, leap years included. A regular expression, so that AJV can carry it to the browser. */
export const calendarDate =
  /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

// Swedish dates are written year first.
const inNewJersey = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

/**
 * @param now for tests.
 * @returns today as YYYY-MM-DD where the offices are, whatever the clock of the server or the visitor says.
 */
export function todayInNewJersey(now = new Date()): string {
  return inNewJersey.format(now);
}
