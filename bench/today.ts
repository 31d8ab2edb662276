import { runWithDatabase } from './own-process.ts';

/**
 * Compares Today, everybody’s and one person’s, with 40,000 open duties in 10,000 matters and with 100,000 in 25,000, read by turns.
 * Prints a table; about five minutes with the default size, most of it for storing them; stops by itself.
 *
 * @throws Error where one of the limits, which is printed, is broken.
 */
export async function benchToday(
  { small, large, readings } = { small: 10_000, large: 25_000, readings: 200 },
) {
  await runWithDatabase('read-today.ts', [small, large, readings]);
}
