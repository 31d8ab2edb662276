import { formatIn } from '@claimdesk/forms/calendar';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Appointment } from './case-event.ts';

/** A hearing or an exam as the people there see it. */
export interface LocalAppointment {
  day: CalendarDate;
  /** `HH:MM` of 24 hours. */
  time: string;
  zone: string;
  /** `Tuesday, March 2, 2027 at 9:00 AM PST`. */
  text: string;
}

/**
 * The day of a hearing is the day in its own time zone: late in the evening of Honolulu it is tomorrow in New Jersey.
 *
 * @throws DomainError `bad-input` for a moment without its offset, and for a zone that does not exist.
 */
export function localAppointment({ at, zone }: Appointment): LocalAppointment {
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(at) ||
    Number.isNaN(Date.parse(at))
  ) {
    refuse('The appointment needs a day, a time and its offset from UTC.');
  }
  // An offset is no zone: it does not know when clocks change.
  if (/^[+-]/.test(zone)) refuse(unknownZone);
  try {
    const { clock, text } = formatsOf(zone);
    const [day = '', time = ''] = clock.format(new Date(at)).split(' ');
    return { day, time, zone, text: text(at) };
  } catch (error) {
    if (error instanceof RangeError) refuse(unknownZone);
    throw error;
  }
}

/**
 * @returns the moment at which clocks of a zone show a time on a day, in ISO 8601. Of a time that comes twice, one of both; one that
 * is skipped is moved by the hour that is skipped.
 * @throws DomainError `bad-input` for a day or time that is none, and for a zone that does not exist.
 */
export function momentIn(zone: string, day: CalendarDate, time: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(asUtc))
    refuse('Enter the day and the time of the appointment.');
  const shownAt = (moment: number) => {
    const shown = localAppointment({ at: new Date(moment).toISOString(), zone });
    return Date.parse(`${shown.day}T${shown.time}:00Z`);
  };
  // The second time with the offset of about that moment, which differs where clocks change on that day.
  const near = asUtc - (shownAt(asUtc) - asUtc);
  return new Date(near - (shownAt(near) - asUtc)).toISOString();
}

const unknownZone = 'Choose the time zone of the appointment, such as America/Denver.';

const formats = new Map<string, ReturnType<typeof makeFormats>>();

/** Makes those of a zone once, since making takes a hundred times as long as using. @throws RangeError for no zone. */
function formatsOf(zone: string) {
  const made = formats.get(zone) ?? makeFormats(zone);
  formats.set(zone, made);
  return made;
}

function makeFormats(zone: string) {
  return {
    // Swedish dates are written year first.
    clock: new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
    text: formatIn(zone, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
  };
}

function refuse(message: string): never {
  throw new DomainError('bad-input', message, { fields: { appointment: message } });
}
