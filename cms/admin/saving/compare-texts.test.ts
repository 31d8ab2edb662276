import { describe, expect, it } from 'vitest';
import { findDifferences, wordsOf } from './compare-texts.ts';

describe('texts that editors compare', () => {
  it('name a day as pages do, and a time in Eastern time, not as the database stores them', () => {
    expect(wordsOf('2026-12-24T12:00:00.000Z')).toBe('December 24, 2026');
    expect(wordsOf('2026-12-24T15:30:00.000Z')).toMatch(/^Dec 24, 2026, 10:30\sAM/);
    expect(wordsOf('Call us by 2026-12-24T12:00:00.000Z')).toBe('Call us by 2026-12-24T12:00:00.000Z');
  });

  it('name the day of a row beside its words', () => {
    const fields = [
      { name: 'closedDays', type: 'array', label: 'Closed on other days', fields: [] },
    ] as never;
    const closedDays = [{ id: 'a', date: '2026-12-24T12:00:00.000Z', reason: 'bad weather' }];
    expect(findDifferences({ closedDays }, { closedDays: [] }, fields)).toEqual([
      {
        name: 'closedDays',
        label: 'Closed on other days',
        mine: 'December 24, 2026\nbad weather',
        theirs: '',
      },
    ]);
  });
});
