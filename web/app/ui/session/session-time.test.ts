import { describe, expect, test } from 'vitest';
import { minutesLeft, nextChangeIn, phaseOf } from './session-time.ts';

const minute = 60_000;

describe('what an open screen shows of its session', () => {
  test('it does not end before the server says so', () => {
    expect(phaseOf(0)).toBe('warning');
    expect(phaseOf(-999)).toBe('warning');
    expect(phaseOf(-1_000)).toBe('expired');
    expect(phaseOf(-8 * 60 * minute)).toBe('expired');
  });

  test('the warning comes five minutes before the end, not earlier', () => {
    expect(phaseOf(15 * minute)).toBe('working');
    expect(phaseOf(5 * minute + 1)).toBe('working');
    expect(phaseOf(5 * minute)).toBe('warning');
  });

  test('it says whole minutes and never zero', () => {
    expect(minutesLeft(5 * minute)).toBe(5);
    expect(minutesLeft(4 * minute + 1)).toBe(5);
    expect(minutesLeft(59_000)).toBe(1);
    expect(minutesLeft(-500)).toBe(1);
  });

  test('it updates for the warning, for every minute of it and for the end, and never early', () => {
    let left = 15 * minute;
    const seen: string[] = [];
    while (phaseOf(left) !== 'expired') {
      const wait = nextChangeIn(left);
      expect(wait).toBeGreaterThan(0);
      left -= wait;
      seen.push(phaseOf(left) === 'warning' ? String(minutesLeft(left)) : phaseOf(left));
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1', 'expired']);
  });
});
