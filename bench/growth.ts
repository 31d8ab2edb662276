import { runWithDatabase } from './own-process.ts';

/**
 * Measures what does not grow with more machines, one process against one mongod: entries of the audit log, one counter for everybody,
 * PDFs, and the space that records and contracts take. Each is bounded in count; prints tables; about two minutes with the
 * default size, loopback only, stops by itself.
 */
export async function benchGrowth(
  { entries, counted, contracts, evaluations } = {
    entries: 2_000,
    counted: 2_000,
    contracts: 60,
    evaluations: 10_000,
  },
) {
  await runWithDatabase('measure-growth.ts', [entries, counted, contracts, evaluations]);
}
