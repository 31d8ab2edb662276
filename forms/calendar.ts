/** A day of the calendar, YYYY-MM-DD, leap years included. A regular expression, so that AJV can carry it to the browser. */
export const calendarDate =
  /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

/**
 * Makes the formatter when it is first used, and once: making one takes a hundred times as long as using it.
 *
 * @returns a function that prints a moment, or a calendar day in UTC, in US English.
 */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (at: Date | number | string): string => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    // Newer engines put a narrow space before PM, older ones a plain one: server and browser must agree.
    return format.format(new Date(at)).replace(/\s/g, ' ');
  };
}

// What follows takes a calendar day, `YYYY-MM-DD`, or a moment that is stored for it, and prints the day that it has in
// UTC, whatever the reader's time zone. A moment's day in Eastern time is in `eastern-time.ts`.

/** @returns `1/16/2024`. */
export const shortDate = /* @__PURE__ */ formatIn('UTC', {});

/** @returns `Jan 16, 2024`. */
export const mediumDate = /* @__PURE__ */ formatIn('UTC', { dateStyle: 'medium' });

/** @returns `January 16, 2024`. */
export const longDate = /* @__PURE__ */ formatIn('UTC', { dateStyle: 'long' });

/** @returns `Tuesday, January 16, 2024`. */
export const longDateWithWeekday = /* @__PURE__ */ formatIn('UTC', { dateStyle: 'full' });

/** @returns `January 2024`, also for a month, `YYYY-MM`. */
export const longMonth = /* @__PURE__ */ formatIn('UTC', { month: 'long', year: 'numeric' });
