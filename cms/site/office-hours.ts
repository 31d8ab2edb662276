import type { ArrayField, SelectField, Validate } from 'payload';
import { asIso, dayField } from '../day-field.ts';
import { textField } from '../fields.ts';
import { dayOf } from '../figures/dated-values.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type OfficeDay = { closed?: boolean | null; opens?: string | null };

const openingTime: Validate<string, unknown, OfficeDay> = (value, { siblingData }) =>
  siblingData.closed ? true : isClockTime(value) || 'Enter a time from 00:00 to 23:59, such as 08:00.';

const closingTime: Validate<string, unknown, OfficeDay> = (value, { siblingData }) => {
  if (siblingData.closed) return true;
  if (!isClockTime(value)) return 'Enter a time from 00:00 to 23:59, such as 18:00.';
  // Both are zero-padded 24-hour times, so they sort as text.
  return (siblingData.opens ?? '') < (value ?? '') || 'The office must close after it opens.';
};

function isClockTime(value: unknown): boolean {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

const everyDayOnce: Validate<{ day?: string }[]> = (rows) => {
  const days = (rows ?? []).map(({ day }) => day);
  const inOrder =
    weekdays.every((weekday, index) => days[index] === weekday) && days.length === weekdays.length;
  return inOrder || 'Keep seven rows, one for each day from Monday to Sunday.';
};

/** Seven rows, Monday to Sunday: `opens` and `closes` as 24-hour `HH:MM` in Eastern time, or `closed`. */
export const officeHours: ArrayField = {
  name: 'officeHours',
  type: 'array',
  label: 'Office hours',
  labels: { singular: 'Day', plural: 'Days' },
  minRows: weekdays.length,
  maxRows: weekdays.length,
  required: true,
  validate: everyDayOnce as ArrayField['validate'],
  defaultValue: () => weekdays.map((day) => ({ day, closed: true })),
  admin: {
    description: 'One row for each day of the week, in Eastern time.',
    isSortable: false,
    components: { RowLabel: '/admin/row-labels.tsx#DayLabel' },
  },
  fields: [
    {
      type: 'row',
      fields: [
        {
          name: 'day',
          type: 'select',
          required: true,
          options: weekdays,
          label: 'Day',
          admin: { width: '30%', readOnly: true, description: 'The day of the week.' },
        },
        {
          name: 'opens',
          type: 'text',
          label: 'Opens',
          validate: openingTime,
          admin: {
            width: '25%',
            condition: (_data, day: OfficeDay) => !day.closed,
            description: '24-hour time, such as 08:00.',
          },
        },
        {
          name: 'closes',
          type: 'text',
          label: 'Closes',
          validate: closingTime,
          admin: {
            width: '25%',
            condition: (_data, day: OfficeDay) => !day.closed,
            description: '24-hour time, such as 18:00.',
          },
        },
        {
          name: 'closed',
          type: 'checkbox',
          defaultValue: false,
          label: 'Closed all day',
          admin: { width: '20%', description: 'Tick when nobody is in the office.' },
        },
      ],
    },
  ],
};

/** 5 U.S.C. 6103(a), by the names of `api/content/deadlines/federal-holidays.ts`, whose test compares the two. */
export const holidays = [
  'New Year’s Day',
  'Martin Luther King Jr. Day',
  'Presidents Day',
  'Memorial Day',
  'Juneteenth',
  'Independence Day',
  'Labor Day',
  'Columbus Day',
  'Veterans Day',
  'Thanksgiving Day',
  'Christmas Day',
];

export const closedHolidays: SelectField = {
  name: 'closedHolidays',
  type: 'select',
  hasMany: true,
  options: holidays,
  label: 'Closed on holidays',
  admin: {
    description:
      'On these days pages say that we are closed and when we open. Of a holiday on a weekend, the day on which it is observed counts too.',
  },
};

export const noDayTwice: Validate<{ date?: string }[]> = (rows) => {
  const days = (rows ?? []).flatMap(({ date }) => (date ? dayOf(asIso(date)) : []));
  return new Set(days).size === days.length || 'A day is in this list twice.';
};

/** Days without office hours, such as snow days; `date` is noon in UTC, as the date picker stores a day. */
export const closedDays: ArrayField = {
  name: 'closedDays',
  type: 'array',
  label: 'Closed on other days',
  labels: { singular: 'Day', plural: 'Days' },
  maxRows: 60,
  validate: noDayTwice as ArrayField['validate'],
  admin: {
    description: 'Such as a snow day or the day after Thanksgiving. Days that have passed do no harm.',
    components: { RowLabel: '/admin/row-labels.tsx#ClosedDayLabel' },
  },
  fields: [
    {
      type: 'row',
      fields: [
        dayField('date', 'Day', { width: '40%', description: 'The whole day.' }),
        textField('reason', 'Reason', 'Optional. It follows "Closed for": bad weather.', 60, {
          required: false,
          admin: { width: '60%' },
        }),
      ],
    },
  ],
};
