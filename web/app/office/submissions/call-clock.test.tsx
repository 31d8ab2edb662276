import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CallClock, clockText } from './call-clock.tsx';
import type { SubmissionRow } from './queues.ts';

const at = '2026-11-30T15:00:00.000Z';
const textOf = (row: Partial<Pick<SubmissionRow, 'callBy' | 'called'>>) =>
  renderToStaticMarkup(<CallClock callBy={null} called={null} {...row} />).replace(/<[^>]*>/g, '');

describe('the clock of a call', () => {
  test.each([
    [100, '1 h 40 min left'],
    [0, '0 min left'],
    [59, '59 min left'],
    [180, '3 h left'],
    [1_439, '23 h left'],
    [2_880, '2 days left'],
    [-1, 'late by 1 min'],
    [-90, 'late by 1 h 30 min'],
    [-185, 'late by 3 h'],
    [-7_000, 'late by 4 days'],
  ])('says how long there is, or how late it is: %d', (minutes, text) => {
    expect(clockText(minutes)).toBe(text);
  });

  test('is marked once it is late, and has the time for machines', () => {
    const html = (minutesLeft: number) =>
      renderToStaticMarkup(
        <CallClock callBy={{ at, text: 'Monday, 10:00 AM', minutesLeft }} called={null} />,
      );
    expect(html(1)).toBe(`<time dateTime="${at}" class="promised">1 min left</time>`);
    expect(html(-1)).toContain('class="promised late"');
  });

  test('is not there where nothing was promised', () => {
    expect(textOf({})).toBe('');
  });

  const again = { at, text: 'Monday, 10:00 AM', isDue: false };
  test.each([
    [{ times: 1, result: 'reached', again: null }, 'called once, reached'],
    [{ times: 2, result: 'voicemail', again }, 'called 2 times, again Monday, 10:00 AM'],
    [{ times: 3, result: 'no answer', again: { ...again, isDue: true } }, 'called 3 times, call again now'],
    [{ times: 1, result: 'asked to stop', again: null }, 'called once, asked us to stop calling'],
  ] as const)('says what came of calls once there was one, and nothing of late: %j', (called, text) => {
    expect(textOf({ called, callBy: { at, text: '', minutesLeft: -500 } })).toBe(text);
  });
});
