import { runWithDatabase } from './own-process.ts';

/**
 * Compares the pages of the back office’s lists in a large and in a small database, read by turns: pages in every
 * order, filtered and searched. Then exports from the large one. Prints two tables; ten minutes with the default size,
 * most of it for storing the records; stops by itself.
 *
 * @throws Error where a list breaks one of the limits, which is printed. With few readings of each page none is checked.
 */
export async function benchLists({ small, large, pages } = { small: 1_000, large: 1_000_000, pages: 300 }) {
  await runWithDatabase('read-lists.ts', [small, large, pages]);
}
