import { describe, expect, test } from 'vitest';
import { isMadeByHand } from './auto-advance.ts';

describe('an answer goes on by itself only after a click that was made by hand', () => {
  test.each([
    ['a key: arrow, Space or Enter', { detail: 0, pointerType: '' }],
    ['a key, in a browser whose clicks name no pointer', { detail: 0 }],
    ['a screen reader', { detail: 0, pointerType: '' }],
    ['a screen reader that counts its click', { detail: 1, pointerType: '' }],
  ])('not after %s', (_made, click) => expect(isMadeByHand(click)).toBe(false));

  test.each([
    ['a mouse', { detail: 1, pointerType: 'mouse' }],
    ['the second click of a mouse', { detail: 2, pointerType: 'mouse' }],
    ['a finger', { detail: 1, pointerType: 'touch' }],
    ['a pen', { detail: 1, pointerType: 'pen' }],
    ['a pointer, in a browser whose clicks name none', { detail: 1 }],
  ])('after %s', (_made, click) => expect(isMadeByHand(click)).toBe(true));
});
