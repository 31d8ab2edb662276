import { vi } from 'vitest';
import { longestWaitMs } from './longest-wait.ts';

/** Waits until `check` no longer throws and gives what it returned, nearly as long as a test may take. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: longestWaitMs });
