import { describe, expect, test } from 'vitest';
import { isNotice, notices } from './notices.ts';

describe('the notice in a cookie', () => {
  test.each([undefined, '', 'Signed-in', 'constructor', '__proto__', '<b>Your PIN, please</b>'])(
    'is none of ours: %j',
    (name) => {
      expect(isNotice(name)).toBe(false);
    },
  );

  test.each(['signed-in', 'document-added'])('is ours: %s', (name) => {
    expect(isNotice(name)).toBe(true);
  });
});

test('a failed logout is the only notice that is an error, so all others forget what was typed', () => {
  const errors = Object.entries(notices).filter(([, { kind }]) => kind === 'error');
  expect(errors.map(([name]) => name)).toEqual(['still-signed-in']);
});
