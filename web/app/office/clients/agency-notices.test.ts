import { expect, test } from 'vitest';
import { heldWords } from './agency-notices.ts';

test('a notice is held while its account is not confirmed, for which there is no day', () => {
  expect(heldWords({ why: 'unverified' })).toBe('Held: the account is not confirmed');
});

test.each([
  ['2026-03-03T04:59:00.000Z', '3/2/2026, 11:59 PM'],
  ['2026-07-01T12:00:00.000Z', '7/1/2026, 8:00 AM'],
])('a notice of a young account is held until a moment, in Eastern time', (until, words) => {
  expect(heldWords({ why: 'young', until })).toBe(
    `Held until ${words}: the account or its PIN is younger than 72 hours`,
  );
});
