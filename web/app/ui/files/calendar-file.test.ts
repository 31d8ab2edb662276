import { describe, expect, it } from 'vitest';
import { calendarFeed, calendarFile } from './calendar-file.ts';

const file = calendarFile({
  day: '2025-01-14',
  uid: 'appeal-of-2024-11-10@www.example.org',
  url: 'https://www.example.org/appeal-denial',
  summary: 'Last day to appeal',
  description:
    'For the letter dated Sunday, November 10, 2024; keep proof.\nA path: C:\\letters. Ångström’s naïve résumé is “long enough” 📬📬📬📬📬📬📬📬 to be folded more than once, in the middle of characters of several octets.',
  madeAt: new Date('2024-12-01T17:03:09.123Z'),
});

/** Lines as a reader sees them: a line break followed by a space is no line break (RFC 5545, 3.1). */
const lines = file.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar file', () => {
  it('ends every line with CRLF and has no other line break', () => {
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has no line of more than 75 octets, and cuts no character in two', () => {
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(Buffer.from(line).toString('utf8')).toBe(line);
      expect(line).not.toMatch(/[\uD800-\uDBFF]$|^ ?[\uDC00-\uDFFF]/);
    }
    expect(file.split('\r\n').filter((line) => line.startsWith(' ')).length).toBeGreaterThan(2);
  });

  it('has the lines that RFC 5545 requires', () => {
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//claimdesk//Dates//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:appeal-of-2024-11-10@www.example.org',
      'SEQUENCE:0',
      'DTSTAMP:20241201T170309Z',
      'DTSTART;VALUE=DATE:20250114',
      'DTEND;VALUE=DATE:20250115',
      'SUMMARY:Last day to appeal',
      'DESCRIPTION:For the letter dated Sunday\\, November 10\\, 2024\\; keep proof.\\nA path: C:\\\\letters. Ångström’s naïve résumé is “long enough” 📬📬📬📬📬📬📬📬 to be folded more than once\\, in the middle of characters of several octets.',
      'URL:https://www.example.org/appeal-denial',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:In 14 days: Last day to appeal',
      'TRIGGER:-P13DT15H',
      'END:VALARM',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:In 3 days: Last day to appeal',
      'TRIGGER:-P2DT15H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('ends on the next day, even at the end of a month, a year or February', () => {
    const endOf = (day: string) =>
      /DTEND;VALUE=DATE:(\d+)/.exec(
        calendarFile({ day, uid: 'a', url: '/', summary: '', description: '', madeAt: new Date(0) }),
      )?.[1];
    expect(['2025-01-31', '2024-12-31', '2024-02-28', '2025-02-28'].map(endOf)).toEqual([
      '20250201',
      '20250101',
      '20240229',
      '20250301',
    ]);
  });

  it('lasts an hour from a time of day, with reminders at the same time of day', () => {
    const at = '2027-03-04T18:30:00.000Z';
    const timed = calendarFile({
      day: '2027-03-04',
      at,
      uid: 'a',
      url: '/',
      summary: 'Hearing',
      description: '',
      madeAt: new Date(0),
    });
    expect(timed).toContain('DTSTART:20270304T183000Z\r\nDTEND:20270304T193000Z\r\n');
    expect(timed.match(/TRIGGER.*/g)).toEqual(['TRIGGER:-P14D', 'TRIGGER:-P3D']);
    expect(timed).not.toContain('TRANSPARENT');
  });
});

describe('a calendar that apps read again and again', () => {
  const event = { url: 'https://www.example.org/admin/matters/M-26-0412', madeAt: new Date(0) };
  const feed = calendarFeed('What you have to do, all', [
    {
      ...event,
      day: '2026-12-04',
      uid: '6543:initial-denial/reconsideration@www.example.org',
      summary: 'Ask for reconsideration (Initial claim, M-26-0412)',
      description: 'Initial claim, M-26-0412',
    },
    {
      ...event,
      day: '2030-03-05',
      at: '2030-03-05T16:30:00.000Z',
      uid: 'a;b,c@www.example.org',
      summary: 'Hearing',
      description: 'Tuesday, March 5, 2030 at 9:30 AM MST',
    },
  ]);

  it('is one file with a name and every event, each line of which ends with CRLF within 75 octets', () => {
    expect(feed.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    expect(feed).toContain('\r\nNAME:What you have to do\\, all\r\n');
    expect(feed.match(/\r\nBEGIN:VEVENT\r\n/g)).toHaveLength(2);
    expect(feed.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
    for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('has last days as whole days that block no time, and appointments at their moment in UTC', () => {
    expect(feed).toContain('DTSTART;VALUE=DATE:20261204\r\nDTEND;VALUE=DATE:20261205\r\n');
    expect(feed).toContain('DTSTART:20300305T163000Z\r\n');
    expect(feed.match(/TRANSP:TRANSPARENT/g)).toHaveLength(1);
  });

  it('leaves reminders to the app, and escapes ids as other texts', () => {
    expect(feed).not.toContain('VALARM');
    expect(feed).toContain('UID:a\\;b\\,c@www.example.org');
  });

  it('is a calendar without events, but not an empty one, where nothing is due', () => {
    expect(calendarFeed('Nothing', [])).not.toContain('VEVENT');
    expect(calendarFeed('Nothing', [])).toContain('END:VTIMEZONE\r\nEND:VCALENDAR');
  });
});
