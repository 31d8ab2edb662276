/** How long before the end the warning appears. */
export const warnBeforeMs = 5 * 60_000;

/** While the user is active, the server is told at most this often. */
export const postEveryMs = 60_000;

/** The server decides, so the page gives it a moment more. */
const graceMs = 1_000;

export type Phase = 'working' | 'warning' | 'expired';

/** @param leftMs how long the session lasts if nothing more happens. */
export function phaseOf(leftMs: number): Phase {
  if (leftMs <= -graceMs) return 'expired';
  return leftMs <= warnBeforeMs ? 'warning' : 'working';
}

/**
 * @returns in how many milliseconds the page has to change: at the next phase, or at the next minute of the warning.
 */
export function nextChangeIn(leftMs: number): number {
  if (leftMs > warnBeforeMs) return leftMs - warnBeforeMs;
  const minutes = minutesLeft(leftMs);
  return minutes > 1 ? leftMs - (minutes - 1) * 60_000 : leftMs + graceMs;
}

/** @returns whole minutes, rounded up, at least 1. */
export function minutesLeft(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 60_000));
}
