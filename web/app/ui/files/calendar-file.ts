interface DayInCalendar {
  /** `YYYY-MM-DD`. */
  day: string;
  /** When it begins on that day, in ISO 8601; null for the whole day. */
  at?: string | null;
  /** Always the same for the same event, so that adding it twice does not show it twice. */
  uid: string;
  /** Increases each time the event is moved. */
  sequence?: number;
  url: string;
  summary: string;
  description: string;
  madeAt: Date;
}

/** Days before the event on which calendars remind, at nine in the morning local time. */
const remindersDaysBefore = [14, 3];
const reminderHour = 9;
const octetsAtMost = 75;

/** @returns an iCalendar file (RFC 5545) with one event, which lasts a day or an hour, and its reminders. */
export function calendarFile(event: DayInCalendar): string {
  return calendarOf([], [eventLines(event, reminderLines(event))]);
}

/**
 * @returns an iCalendar file of what somebody has to do, which apps read again and again: without reminders, which they set
 * themselves.
 */
export function calendarFeed(name: string, events: readonly DayInCalendar[]): string {
  // The first of each pair is RFC 7986; the other is what apps read before it.
  const head = [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    // A calendar has to have something in it, also where nothing is due (RFC 5545, 3.6).
    ...['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
  ];
  return calendarOf(
    head,
    events.map((event) => eventLines(event, [])),
  );
}

function calendarOf(head: string[], events: string[][]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//claimdesk//Dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...head,
    ...events.flat(),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: DayInCalendar, reminders: string[]): string[] {
  const { day, at = null, uid, sequence = 0, url, summary, description, madeAt } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${basicTime(madeAt.toISOString())}`,
    ...(at
      ? [`DTSTART:${basicTime(at)}`, `DTEND:${basicTime(hourAfter(at))}`]
      : [`DTSTART;VALUE=DATE:${basicDate(day)}`, `DTEND;VALUE=DATE:${basicDate(dayAfter(day))}`]),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    ...(at ? [] : ['TRANSP:TRANSPARENT']),
    ...reminders,
    'END:VEVENT',
  ];
}

function reminderLines({ at, summary }: DayInCalendar): string[] {
  return remindersDaysBefore.flatMap((days) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(`In ${days} days: ${summary}`)}`,
    // For a whole day, counted back from midnight at its start.
    at ? `TRIGGER:-P${days}D` : `TRIGGER:-P${days - 1}DT${24 - reminderHour}H`,
    'END:VALARM',
  ]);
}

/** RFC 5545, 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** RFC 5545, 3.1: no line is longer than 75 octets, and no character is cut in two. */
function folded(line: string): string {
  const parts = [''];
  for (const character of line) {
    const last = parts.length - 1;
    // Every part but the first begins with a space, which counts.
    const available = octetsAtMost - (last > 0 ? 1 : 0);
    if (Buffer.byteLength((parts[last] ?? '') + character) > available) parts.push(character);
    else parts[last] += character;
  }
  return parts.join('\r\n ');
}

function basicDate(day: string): string {
  return day.replaceAll('-', '');
}

/** In UTC, RFC 5545, 3.3.5. */
function basicTime(iso: string): string {
  return iso.replace(/[-:]|\.\d+/g, '');
}

function hourAfter(iso: string): string {
  return new Date(Date.parse(iso) + 3_600_000).toISOString();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
