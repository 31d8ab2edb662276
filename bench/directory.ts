import { runWithDatabase } from './own-process.ts';

/**
 * Compares the directory's search with reading without an index, on made-up attorneys in a database of its own: the
 * same searches alternate within one run, so that other load on the machine affects both. Prints a table; under four
 * minutes with the default size, loopback only, stops by itself.
 */
export async function benchDirectory({ attorneys, searches } = { attorneys: 100_000, searches: 200 }) {
  await runWithDatabase('search-directory.ts', [attorneys, searches]);
}
