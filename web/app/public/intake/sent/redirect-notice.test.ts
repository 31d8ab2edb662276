import { expect, test } from 'vitest';
import { wasMoved } from './redirect-notice.tsx';

test('a pointer that rests or trembles has not moved', () => {
  expect(wasMoved({ x: 10, y: 10 }, { x: 10, y: 10 })).toBe(false);
  expect(wasMoved({ x: 10, y: 10 }, { x: 12, y: 8 })).toBe(false);
});

test('a pointer that covered a distance has moved', () => {
  expect(wasMoved({ x: 10, y: 10 }, { x: 10, y: 20 })).toBe(true);
});
