import { describe, expect, test } from 'vitest';
import { formatPhone } from './format-phone.ts';

/** Reads `|` as the caret. */
function typed(marked: string): string {
  const caret = marked.indexOf('|');
  const result = formatPhone({ text: marked.replace('|', ''), caret });
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
}

describe('anything but a US number stays exactly as typed', () => {
  test.each(['201 555 0123 ext 4|', 'call me|', '20155501234|', '+44 20 7946|', '1|', '+1 201|', '|'])(
    '%s',
    (text) => expect(typed(text)).toBe(text),
  );
});

describe('digits are formatted as they are typed', () => {
  test.each([
    ['2|', '(2|'],
    ['(201|', '(201|'],
    ['(2015|', '(201) 5|'],
    ['(201) 5550|', '(201) 555-0|'],
    ['2015550123|', '(201) 555-0123|'],
    ['201.555.0123|', '(201) 555-0123|'],
    ['+1 201-555-0123|', '(201) 555-0123|'],
    ['12015550123|', '(201) 555-0123|'],
  ])('%s becomes %s', (before, after) => expect(typed(before)).toBe(after));
});

describe('the caret stays after the same digit', () => {
  test.each([
    ['(201) 5|5-0123', '(201) 5|50-123'],
    ['(2|01) 555-0123', '(2|01) 555-0123'],
    ['|(201) 555-0123', '|(201) 555-0123'],
    ['(201| 555-0123', '(201|) 555-0123'],
    ['(|01) 555-0123', '|(015) 550-123'],
  ])('%s becomes %s', (before, after) => expect(typed(before)).toBe(after));
});

test('a stored number with an extension is shown as people write it, and an extension stays as typed', () => {
  expect(typed('2015550123x89|')).toBe('(201) 555-0123 ext. 89|');
  expect(typed('(201) 555-0123 #8|')).toBe('(201) 555-0123 #8|');
});

test('deleting everything leaves an empty field', () => {
  expect(typed('(|')).toBe('|');
});
