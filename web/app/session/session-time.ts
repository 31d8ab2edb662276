/** The warning comes this long before the end (UX.md 'Forms', session). */
export const warnBeforeMs = 5 * 60_000;

/** While somebody works, the server hears of it at most this often. */
export const tellEveryMs = 60_000;

/** The server has the last word, so the screen gives it a moment more. */
const graceMs = 1_000;

export type Phase = 'working' | 'warning' | 'over';

/** @param leftMs how long the session lasts if nothing more happens. */
export function phaseOf(leftMs: number): Phase {
  if (leftMs <= -graceMs) return 'over';
  return leftMs <= warnBeforeMs ? 'warning' : 'working';
}

/** @returns after how many milliseconds the screen has something new to show: the next phase, or the next minute of the warning. */
export function nextChangeIn(leftMs: number): number {
  if (leftMs > warnBeforeMs) return leftMs - warnBeforeMs;
  const minutes = minutesLeft(leftMs);
  return minutes > 1 ? leftMs - (minutes - 1) * 60_000 : leftMs + graceMs;
}

/** @returns whole minutes, rounded up, at least 1. */
export function minutesLeft(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 60_000));
}
