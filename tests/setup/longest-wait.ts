/** As long as a test may take, and no longer than leaves it time to report why its last check failed. */
export const testTimeoutMs = 180_000;
export const longestWaitMs = testTimeoutMs - 10_000;
