import { expect, it } from 'vitest';
import { isStateCode, stateCodes, states } from './states.ts';

it.each(['', 'nj', 'XX', 'toString', '__proto__'])('this is no state: %j', (text) => {
  expect(isStateCode(text)).toBe(false);
});

it('the 50 states are there, and six other places, in the order of their names', () => {
  expect(stateCodes).toHaveLength(56);
  const names = Object.values(states);
  expect(names).toEqual([...names].sort());
});
