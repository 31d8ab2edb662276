import { describe, expect, test } from 'vitest';
import { formatSsn } from './secret-widgets.tsx';

/** Reads `|` as the caret. */
function typed(marked: string): string {
  const caret = marked.indexOf('|');
  const result = formatSsn({ text: marked.replace('|', ''), caret });
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
}

test.each(['1234567890|', '123-45-678O|', 'none|', '*'.repeat(9).concat('|'), '|'])(
  'anything but an SSN stays exactly as typed: %s',
  (text) => expect(typed(text)).toBe(text),
);

describe('dashes are added as digits are typed', () => {
  test.each([
    ['2|', '2|'],
    ['219|', '219|'],
    ['2190|', '219-0|'],
    ['219-099|', '219-09-9|'],
    ['219099999|', '219-09-9999|'],
    ['219 09 9999|', '219-09-9999|'],
    [' 219-09-9999 |', '219-09-9999|'],
  ])('%s becomes %s', (before, after) => expect(typed(before)).toBe(after));
});

describe('the caret stays after the same digit', () => {
  test.each([
    ['2|19-09-9999', '2|19-09-9999'],
    ['|219-09-9999', '|219-09-9999'],
    ['219|09-9999', '219|-09-9999'],
    ['21|-09-9999', '21|0-99-999'],
    ['219-5|09-999', '219-5|0-9999'],
  ])('%s becomes %s', (before, after) => expect(typed(before)).toBe(after));
});

test('deleting everything leaves an empty field', () => {
  expect(typed('-|')).toBe('|');
});
