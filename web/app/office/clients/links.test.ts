import { expect, it } from 'vitest';
import { sameText } from './links.ts';

it('what may belong to a client has another name only where the client has a name', () => {
  expect(sameText(['name', 'phone'], true)).toBe('same name and phone number');
  expect(sameText(['phone'], true)).toBe('same phone number, another name');
  expect(sameText(['phone'], false)).toBe('same phone number, the account has no name');
});
