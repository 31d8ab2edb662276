import { type DatedValue, dayOf } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

/** @returns the year shown beside a value; undefined for figures that don't change each year. */
export function yearOf({ yearly }: FigureDefinition, { validFrom }: DatedValue): string | undefined {
  return yearly && dayOf(validFrom).slice(0, 4);
}
