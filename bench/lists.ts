import { runWithDatabase } from './own-process.ts';

/**
 * Compares the pages of the back office’s lists in a large and in a small database, read by turns: the first page, and
 * pages anywhere in the list. Prints a table; a quarter of an hour with the default size, stops by itself.
 */
export async function benchLists({ small, large, pages } = { small: 1_000, large: 1_000_000, pages: 300 }) {
  await runWithDatabase('read-lists.ts', [small, large, pages]);
}
