import { describe, expect, it } from 'vitest';
import { findDifferences, plainText } from './compare-texts.ts';

describe('texts that editors compare', () => {
  it('never show a password, and no file', () => {
    const mine = {
      name: 'Ann',
      password: 'typed',
      'confirm-password': 'typed',
      currentPassword: 'mine',
      file: {},
    };
    expect(findDifferences(mine, { name: 'Bob' }, [])).toEqual([
      { name: 'name', label: 'name', mine: 'Ann', theirs: 'Bob' },
    ]);
  });

  it('name a day as pages do, and a time in Eastern time, not as the database stores them', () => {
    expect(plainText('2026-12-24T12:00:00.000Z')).toBe('December 24, 2026');
    expect(plainText('2026-12-24T15:30:00.000Z')).toMatch(/^Dec 24, 2026, 10:30\sAM/);
    expect(plainText('Call us by 2026-12-24T12:00:00.000Z')).toBe('Call us by 2026-12-24T12:00:00.000Z');
  });

  it('show of a list only the rows that differ, each value with its name, in the order of the form', () => {
    const fields = [
      {
        type: 'tabs',
        tabs: [
          {
            label: 'Office hours',
            fields: [
              {
                name: 'closedDays',
                type: 'array',
                label: 'Closed on other days',
                fields: [
                  { name: 'id', type: 'text', label: 'ID' },
                  {
                    type: 'row',
                    fields: [
                      { name: 'date', type: 'date', label: 'Day' },
                      { name: 'reason', type: 'text', label: 'Reason' },
                      { name: 'allDay', type: 'checkbox', label: 'All day' },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ] as never;
    const row = (id: string, day: string, reason: string) => ({
      reason,
      id,
      allDay: true,
      date: `${day}T12:00:00.000Z`,
    });
    const same = row('a', '2026-11-27', 'Black Friday');
    const differences = (mine: unknown[], theirs: unknown[]) =>
      findDifferences({ closedDays: mine }, { closedDays: theirs }, fields);
    expect(
      differences([same, row('b', '2026-12-24', 'bad weather'), row('c', '2026-12-31', '')], [same]),
    ).toEqual([
      {
        name: 'closedDays',
        label: 'Closed on other days',
        mine: 'Day: December 24, 2026\nReason: bad weather\nAll day: yes\n\nDay: December 31, 2026\nAll day: yes',
        theirs: '',
      },
    ]);
    const other = row('b', '2026-12-24', 'bad weather');
    const [reordered] = differences([other, same], [same, other]);
    expect(reordered?.mine).toMatch(/^Day: December 24, 2026\n[\s\S]+\n\nDay: November 27, 2026/);
    expect(reordered?.theirs).toMatch(/^Day: November 27, 2026\n[\s\S]+\n\nDay: December 24, 2026/);
  });
});
