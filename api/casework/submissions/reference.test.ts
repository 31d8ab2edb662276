import { expect, it } from 'vitest';
import { makeReference } from './reference.ts';

it('is two groups of four unmistakable characters, and never a word', () => {
  for (let count = 0; count < 2_000; count += 1) {
    expect(makeReference()).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
  }
});

it('is different every time', () => {
  expect(new Set(Array.from({ length: 2_000 }, makeReference)).size).toBe(2_000);
});
