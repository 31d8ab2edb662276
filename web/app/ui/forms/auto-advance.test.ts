import { describe, expect, test } from 'vitest';
import { isPointerClick } from './auto-advance.ts';

describe('the form advances by itself only after a pointer click', () => {
  test.each([
    ['a key: arrow, Space or Enter', { detail: 0, pointerType: '' }],
    ['a key, in a browser without pointerType on clicks', { detail: 0 }],
    ['a screen reader', { detail: 0, pointerType: '' }],
    ['a screen reader whose click has a count', { detail: 1, pointerType: '' }],
  ])('not after %s', (_source, click) => expect(isPointerClick(click)).toBe(false));

  test.each([
    ['a mouse', { detail: 1, pointerType: 'mouse' }],
    ['the second click of a double-click', { detail: 2, pointerType: 'mouse' }],
    ['a finger', { detail: 1, pointerType: 'touch' }],
    ['a pen', { detail: 1, pointerType: 'pen' }],
    ['a pointer, in a browser without pointerType on clicks', { detail: 1 }],
  ])('after %s', (_source, click) => expect(isPointerClick(click)).toBe(true));
});
