import { DomainError } from './domain-error.ts';

const atOnce = 2;

/** Who hashes. Each has a line of its own, so that a crowd at one door does not keep the others from theirs. */
const lines = {
  staff: { waitingAtMost: 20, waiting: [] as (() => void)[] },
  /** A full line is over within about seven seconds (SECURITY.md: 500 sign-ins at once). */
  clients: { waitingAtMost: 500, waiting: [] as (() => void)[] },
};
export type HashingLine = keyof typeof lines;
const order = Object.values(lines);

let running = 0;

/**
 * Hashing is made to cost memory and time, so a crowd must not take all of it from the rest of the site: two at once over
 * all, a bounded line, then a plain refusal.
 *
 * @throws DomainError `unavailable` in the given words when the line is full; the work was not begun.
 */
export async function hashInTurn<T>(
  line: HashingLine,
  work: () => Promise<T>,
  busy: { title?: string; text: string },
): Promise<T> {
  const { waiting, waitingAtMost } = lines[line];
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost)
      throw new DomainError('unavailable', busy.text, { title: busy.title });
    // Whoever ends hands the place over, so nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    handOver();
  }
}

/** The lines take turns. */
function handOver(): void {
  const next = order.find(({ waiting }) => waiting.length > 0);
  if (!next) {
    running -= 1;
    return;
  }
  order.push(...order.splice(order.indexOf(next), 1));
  next.waiting.shift()?.();
}
