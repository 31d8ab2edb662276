import { vi } from 'vitest';

/**
 * Waits until `check` no longer throws and gives what it returned, as long as a test may take (`testTimeout` in
 * vitest.config.ts) less what it needs to report why the last check failed.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 170_000 });
