import { describe, expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

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
