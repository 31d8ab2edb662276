const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/**
 * @param iso a moment in ISO 8601.
 * @returns US short form with hour and minute in Eastern time, `11/21/2026, 2:05 PM` (SPEC section 9).
 */
export function formatEastern(iso: string): string {
  // Newer engines put a narrow space before PM, older ones a plain one: server and browser must agree.
  return format.format(new Date(iso)).replace(/\s/g, ' ');
}
