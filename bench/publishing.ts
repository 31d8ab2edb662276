import { runWithDatabase } from './own-process.ts';

/**
 * Compares how long a published article takes to be public at four site processes with the bare write of it. Prints a
 * table; about a minute, loopback only, stops by itself.
 */
export async function benchPublishing({ publications } = { publications: 50 }) {
  await runWithDatabase('publish-article.ts', [publications]);
}
