import { expect, test } from 'vitest';
import { wasMoved } from './signs-of-life.ts';

test('a pointer that rests or trembles has not been moved', () => {
  expect(wasMoved({ x: 10, y: 10 }, { x: 10, y: 10 })).toBe(false);
  expect(wasMoved({ x: 10, y: 10 }, { x: 12, y: 8 })).toBe(false);
});

test('a pointer that went somewhere was moved', () => {
  expect(wasMoved({ x: 10, y: 10 }, { x: 10, y: 20 })).toBe(true);
});
