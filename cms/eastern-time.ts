/** The firm and its editors are in New Jersey: the CMS shows and takes all times in Eastern time, wherever the browser is. */
export const easternZone = 'America/New_York';

/** @returns such as `Nov 21, 2026, 3:04 PM ET`. */
export function easternTime(at: Date | number | string): string {
  const words = new Date(at).toLocaleString('en-US', {
    timeZone: easternZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return `${words} ET`;
}

/** @returns today as `YYYY-MM-DD` where the firm is, whatever the clock of the browser says. */
export function easternToday(): string {
  return easternInput(Date.now()).slice(0, 10);
}

/**
 * @param local date and time as a form sends them, such as `2026-11-21T15:04`, in Eastern time.
 * @returns the moment; undefined for anything else, and for the hour that is left out when daylight saving time begins.
 */
export function readEasternTime(local: string): Date | undefined {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(local)) return undefined;
  const asUtc = Date.parse(`${local}:00Z`);
  return [4, 5]
    .map((hours) => new Date(asUtc + hours * 3_600_000))
    .find((moment) => !Number.isNaN(asUtc) && easternInput(moment) === local);
}

/** @returns the moment as a date and time field of a form wants it, in Eastern time. */
export function easternInput(at: Date | number | string): string {
  const words = new Date(at).toLocaleString('sv-SE', { timeZone: easternZone });
  return words.slice(0, 16).replace(' ', 'T');
}
