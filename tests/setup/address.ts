let visitors = 0;

/**
 * @returns an IP address that no other visitor of this test run uses, so that visitors don't share rate limits. It is from
 * the range reserved for network benchmarks (RFC 2544).
 */
export function newAddress(): string {
  visitors += 1;
  // Playwright and Vitest number their worker processes.
  const worker = Number(process.env.TEST_WORKER_INDEX ?? process.env.VITEST_POOL_ID ?? 0);
  const index = worker * 4096 + visitors;
  return `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;
}
