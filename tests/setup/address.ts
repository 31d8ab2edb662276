let visitors = 0;

/**
 * @returns an address that no other visitor of the run comes from, so that nobody uses up another's allowance. It is one of
 * those that are kept for measuring networks (RFC 2544).
 */
export function newAddress(): string {
  visitors += 1;
  // Playwright and Vitest number the processes that run tests.
  const worker = Number(process.env.TEST_WORKER_INDEX ?? process.env.VITEST_POOL_ID ?? 0);
  const at = worker * 512 + visitors;
  return `198.${18 + ((at >> 16) & 1)}.${(at >> 8) & 255}.${at & 255}`;
}
