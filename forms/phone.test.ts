import { describe, expect, test } from 'vitest';
import { joinPhoneNumbers, normalizePhone, phoneDigits, phoneHref, phoneText, readPhone } from './phone.ts';

describe('no US phone number, and kept as typed', () => {
  test.each([
    '555-0123',
    '+44 20 7946 0958',
    '22015550123',
    '201-555-CALL',
    '201-555-0123 x123456789',
    '201-555-0123, 201-555-0199',
    '201-555-0123 or work',
    `2015550123${' '.repeat(100)}`,
    '',
  ])('%s', (typed) => {
    expect(readPhone(typed)).toBeUndefined();
    expect(normalizePhone(typed)).toBe(typed);
  });
});

test.each([
  ['(201) 555-0123', '2015550123'],
  ['+1 201.555.0123', '2015550123'],
  ['555-123-4567 x89', '5551234567x89'],
  ['555-123-4567x89', '5551234567x89'],
  ['(555) 123-4567 ext. 89', '5551234567x89'],
  ['555-123-4567 Ext 89', '5551234567x89'],
  ['555-123-4567, extension: 089', '5551234567x089'],
  ['1-555-123-4567 #89', '5551234567x89'],
  ['+15551234567,89', '5551234567x89'],
  ['+1-555-123-4567;ext=89', '5551234567x89'],
  ['5551234567x89', '5551234567x89'],
])('%s is stored as %s', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored);
});

test('an extension is shown, dialed after a pause, and no part of what the number is found by', () => {
  const stored = '5551234567x89';
  expect(phoneText(stored)).toBe('(555) 123-4567 ext. 89');
  expect(phoneHref(stored)).toBe('tel:+15551234567,89');
  expect(phoneHref(phoneText(stored))).toBe('tel:+15551234567,89');
  expect(phoneDigits(stored)).toBe('5551234567');
  expect(normalizePhone(phoneText(stored))).toBe(stored);
});

test('a number without extension is shown and dialed as before', () => {
  expect(phoneText('2015550123')).toBe('(201) 555-0123');
  expect(phoneHref('(201) 555-0123')).toBe('tel:+12015550123');
  expect(phoneText('call me')).toBe('call me');
});

test.each([
  ['Lopez (201) 555-0123', 'Lopez 2015550123'],
  ['(201) 555-0123 ext. 89 Lopez', '2015550123 Lopez'],
  ['201-555-0123x89', '2015550123'],
  ['555-0123 #4', '5550123'],
  ['a2015550123x@example.com', 'a2015550123x@example.com'],
])('a search for "%s" is one for "%s"', (typed, joined) => {
  expect(joinPhoneNumbers(typed)).toBe(joined);
});
