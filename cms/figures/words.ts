import { type DatedValue, dayOf } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

/** @returns the year that the site says beside a value; undefined for figures that are not set anew each year. */
export function yearOf({ yearly }: FigureDefinition, { validFrom }: DatedValue): string | undefined {
  return yearly && dayOf(validFrom).slice(0, 4);
}
