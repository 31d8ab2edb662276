import { DomainError } from '../domain-error.ts';

/**
 * As many as the database has use for. With more, each of its answers would bring work for all of them at once, and who
 * only reads a page would have to wait for it.
 */
const atOnce = 12;
const waitingAtMost = 2_000;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Does the work of a posted step, a few at once and the others in the order in which they came, so that a crowd of
 * senders leaves the site open to its readers.
 *
 * @throws DomainError `unavailable` when 2,000 wait already; the work was not begun.
 */
export async function fewAtOnce<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) {
      const text =
        'Very many people are sending forms at this moment. Your answers are still here. Please press the button again in a minute, or call us.';
      throw new DomainError('unavailable', text, { title: 'Please wait a minute' });
    }
    // Whoever ends hands the place over, so nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
