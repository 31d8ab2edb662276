import type { ArrayField } from 'payload';
import { dayField } from '../day-field.ts';
import { textField } from '../fields.ts';
import { noDayTwice } from './office-hours.ts';

/**
 * Weekdays, other than holidays, on which the President closed federal offices, with the order; none is older than the
 * letters from which deadlines are counted. What a new database starts with, and what earlier ones get.
 */
export const firstFederalClosings = [
  { day: '2018-12-05', source: 'Executive Order 13852, 83 FR 62687' },
  { day: '2018-12-24', source: 'Executive Order 13854, 83 FR 65481' },
  { day: '2019-12-24', source: 'Executive Order 13900, 84 FR 69983' },
  { day: '2020-12-24', source: 'Executive Order 13965 of December 11, 2020' },
  { day: '2024-12-24', source: 'Executive Order 14129, 89 FR 104857' },
  { day: '2025-01-09', source: 'Executive Order 14133, 90 FR 187' },
  { day: '2025-12-24', source: 'Executive Order 14371 of December 18, 2025' },
  { day: '2025-12-26', source: 'Executive Order 14371 of December 18, 2025' },
];

/** The days that move a deadline beside weekends and holidays: 20 CFR 404.3(b), 416.120(d). */
export const federalClosings: ArrayField = {
  name: 'federalClosings',
  type: 'array',
  label: 'Days off by order of the President',
  labels: { singular: 'Day', plural: 'Days' },
  maxRows: 60,
  validate: noDayTwice as ArrayField['validate'],
  admin: {
    description:
      'A deadline that ends on one of these days moves to the next open day, everywhere on the site. Add a day as soon as the order is signed, also for half a day off, and also if Social Security stays open (20 CFR 404.3(b)). Weekends and the federal holidays are known already. Keep days that have passed: old letters are counted with them.',
    components: { RowLabel: '/admin/row-labels.tsx#ClosedDayLabel' },
  },
  fields: [
    {
      type: 'row',
      fields: [
        dayField('date', 'Day', { width: '40%', description: 'The day off.' }),
        textField('source', 'Source', 'The order, such as Executive Order 14129, 89 FR 104857.', 160, {
          admin: { width: '60%' },
        }),
      ],
    },
  ],
};
