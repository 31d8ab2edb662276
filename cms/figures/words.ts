import { type DatedValue, dayOf } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

const longDays = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** @param day `YYYY-MM-DD`. @returns `January 1, 2027`. */
export function longDay(day: string): string {
  return longDays.format(new Date(dayOf(day)));
}

/** @returns the year shown beside a value; undefined for figures that don't change each year. */
export function yearOf({ yearly }: FigureDefinition, { validFrom }: DatedValue): string | undefined {
  return yearly && dayOf(validFrom).slice(0, 4);
}
