import { type DatedValue, dayOf, valueOn } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

/** A reminder about a yearly figure: the value of `year` is missing, or can be entered. */
export interface YearlyReminder {
  kind: 'missing' | 'announced';
  year: string;
}

/** The agency announces the amounts of the next year in October. */
const announcedFrom = '10-01';

/**
 * @param today `YYYY-MM-DD` in New Jersey.
 * @returns the reminder; undefined for other figures, and when all values known by now are entered.
 */
export function yearlyReminder(
  { yearly }: Pick<FigureDefinition, 'yearly'>,
  values: readonly DatedValue[],
  today: string,
): YearlyReminder | undefined {
  const current = valueOn(values, today);
  if (!yearly || !current) return undefined;
  const year = today.slice(0, 4);
  if (dayOf(current.validFrom).slice(0, 4) < year) return { kind: 'missing', year };
  const next = String(Number(year) + 1);
  const isKnown = values.some(({ validFrom }) => dayOf(validFrom) >= `${next}-01-01`);
  return today >= `${year}-${announcedFrom}` && !isKnown ? { kind: 'announced', year: next } : undefined;
}

/** @returns the reminder as editors read it, without a period. */
export function reminderWords({ kind, year }: YearlyReminder): string {
  return kind === 'missing'
    ? `The value for ${year} is missing, so the site shows an older one`
    : `The value for ${year} can be entered as soon as it is announced`;
}
