import type { DateField, FieldHook } from 'payload';
import { dayOf } from './figures/dated-values.ts';

/** A day without a time. Forms may send any moment of the day; noon of it in UTC is stored. */
export function dayField(
  name: string,
  label: string,
  { width, description }: { width: string; description: string },
): DateField {
  return {
    name,
    type: 'date',
    required: true,
    label,
    hooks: { beforeChange: [keepDay] },
    admin: { width, date: { pickerAppearance: 'dayOnly', displayFormat: 'MMM d, yyyy' }, description },
  };
}

const keepDay: FieldHook = ({ value }) => (value ? noonOf(asIso(value)).toISOString() : value);

/** As the date picker stores a day: noon in UTC is the same day in every time zone of the United States. */
export function noonOf(day: string): Date {
  return new Date(`${dayOf(day)}T12:00:00.000Z`);
}

/** @param moment a Date in forms, a string from the database. */
export function asIso(moment: unknown): string {
  return new Date(moment as string | Date).toISOString();
}
