import { expect, test } from 'vitest';
import { pendingCount, pendingText } from './pending-text.ts';

test.each([
  [{ count: 0, more: false, urgent: 0 }, 'None waiting for review'],
  [{ count: 1, more: false, urgent: 0 }, '1 waiting for review'],
  [{ count: 99, more: true, urgent: 0 }, '99+ waiting for review'],
  [{ count: 3, more: false, urgent: 1 }, '3 waiting for review, 1 with an appeal deadline'],
])('a card says how many wait, and how many of them have a deadline: %j', (pending, text) => {
  expect(pendingText(pending, 'review')).toBe(text);
});

test('a badge has the number alone, also where it is none', () => {
  expect(pendingCount({ count: 0, more: false, urgent: 0 })).toBe('0');
  expect(pendingCount({ count: 99, more: true, urgent: 7 })).toBe('99+');
});
