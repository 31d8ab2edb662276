import { type DatedValue, dayOf, valueOn } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

/** A reminder about a yearly figure: the value of `year` is missing, or can be entered. */
export interface YearlyReminder {
  kind: 'missing' | 'announced';
  year: string;
}

/** The change of a yearly figure on January 1. */
export interface YearlyChange {
  /** January 1 of the next year, `YYYY-MM-DD`. */
  from: string;
  /** The value from that day on; null where it is not entered. */
  value: string | null;
}

/** The agency announces the amounts of the next year in October. */
const announcedFrom = '10-01';

/**
 * @param today `YYYY-MM-DD` in New Jersey.
 * @returns from October on, what comes with the new year; undefined for other figures.
 */
export function yearlyChange(
  { yearly }: Pick<FigureDefinition, 'yearly'>,
  values: readonly DatedValue[],
  today: string,
): YearlyChange | undefined {
  if (!yearly || today.slice(5) < announcedFrom) return undefined;
  const from = `${Number(today.slice(0, 4)) + 1}-01-01`;
  const next = values.find(({ validFrom }) => dayOf(validFrom) === from);
  return { from, value: next?.value ?? null };
}

/**
 * @param today `YYYY-MM-DD` in New Jersey.
 * @returns the reminder; undefined for other figures, and when all values known by now are entered.
 */
export function yearlyReminder(
  definition: Pick<FigureDefinition, 'yearly'>,
  values: readonly DatedValue[],
  today: string,
): YearlyReminder | undefined {
  const current = valueOn(values, today);
  if (!definition.yearly || !current) return undefined;
  const year = today.slice(0, 4);
  if (dayOf(current.validFrom).slice(0, 4) < year) return { kind: 'missing', year };
  const change = yearlyChange(definition, values, today);
  return change?.value === null ? { kind: 'announced', year: change.from.slice(0, 4) } : undefined;
}

/** @returns the reminder as editors read it, without a period. */
export function reminderWords({ kind, year }: YearlyReminder): string {
  return kind === 'missing'
    ? `The value for ${year} is missing, so the site shows an older one`
    : `The value for ${year} can be entered as soon as it is announced`;
}
