import { setTimeout as wait } from 'node:timers/promises';

/** A figure that a trial found, beside its pass mark. */
export interface Row {
  what: string;
  figure: string;
  mark: string;
  passed: boolean;
}

/** @returns a count at this scale. */
export function sized(count: number, scale: number, least = 1): number {
  return Math.max(least, Math.round(count * scale));
}

export function none(what: string, count: number): Row {
  return { what, figure: String(count), mark: '0', passed: count === 0 };
}

export function all(what: string, count: number, of: number): Row {
  return { what, figure: `${count} of ${of}`, mark: 'all', passed: count === of };
}

export function seconds(what: string, ms: number, atMostMs: number): Row {
  const text = (value: number) => `${Number((value / 1000).toFixed(2))} s`;
  return { what, figure: text(ms), mark: `at most ${text(atMostMs)}`, passed: ms <= atMostMs };
}

/** @returns the value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;
}

/** @throws Error when the condition does not hold in time. @returns how long it took, in milliseconds. */
export async function until(
  what: string,
  withinMs: number,
  condition: () => Promise<boolean>,
  pollMs = 50,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > withinMs) throw new Error(`In vain: ${what}, for ${withinMs / 1000} s.`);
    await wait(pollMs);
  }
  return performance.now() - start;
}

/** Runs `work` for each item, so many at a time. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  // One iterator for all, so that each item is taken once.
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
