/** A value of a figure from one day on. Days are `YYYY-MM-DD` in New Jersey, or a moment on that day in UTC, as Payload stores it. */
export interface DatedValue {
  value: string;
  validFrom: string;
  /** When it was last compared with its source. */
  checkedOn: string;
  reviewBy: string;
  sourceName?: string | null;
  sourceUrl?: string | null;
  /** Of the firm's own counts: the time that was counted, such as `2019 to 2025`. */
  period?: string | null;
  /** Of the firm's own counts: what was counted. */
  counted?: string | null;
}

/** @returns the day of a moment as Payload stores it. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

/** @returns the value in force on a day; undefined before the first one. */
export function valueOn<T extends DatedValue>(values: readonly T[], day: string): T | undefined {
  return inOrder(values).findLast(({ validFrom }) => dayOf(validFrom) <= day);
}

/** @returns the first value that comes into force after a day, if there is one. */
export function nextValue<T extends DatedValue>(values: readonly T[], day: string): T | undefined {
  return inOrder(values).find(({ validFrom }) => dayOf(validFrom) > day);
}

/** @returns the values by the day they come into force, oldest first. */
export function inOrder<T extends DatedValue>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => (dayOf(a.validFrom) < dayOf(b.validFrom) ? -1 : 1));
}
