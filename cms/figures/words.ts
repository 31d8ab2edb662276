import { type DatedValue, dayOf } from './dated-values.ts';
import type { FigureDefinition } from './definitions.ts';

/** @returns the year shown beside a value; undefined for figures that don't change each year. */
export function yearOf({ yearly }: FigureDefinition, { validFrom }: DatedValue): string | undefined {
  return yearly && dayOf(validFrom).slice(0, 4);
}

/** What stands beside the firm's own results. */
export const ownCountWords = 'the firm’s own count';

/**
 * @param isPublic whether the public can reach the site: it says nothing of a count that nobody entered.
 * @returns whose figure a value is, within a sentence; undefined for figures beside which nothing is said.
 */
export function attributionOf(
  { attributed, ownCount }: FigureDefinition,
  value: DatedValue,
  isPublic: boolean,
): string | undefined {
  if (!ownCount) return attributed && withinSentence(value.sourceName?.trim() || 'our estimate');
  const entered = { period: value.period?.trim(), counted: value.counted?.trim() };
  const isEntered = Boolean(entered.period || entered.counted);
  const { period, counted } = isEntered || isPublic ? entered : ownCount;
  return [[ownCountWords, period].filter(Boolean).join(', '), counted].filter(Boolean).join(': ');
}

/** @returns whether it is a result of the firm whose time or way of counting is not entered. */
export function isUncounted({ ownCount }: FigureDefinition, { period, counted }: DatedValue): boolean {
  return ownCount !== undefined && !(period?.trim() && counted?.trim());
}

function withinSentence(name: string): string {
  return name.replace(/^(?:The|Our)\b/, (word) => word.toLowerCase());
}
