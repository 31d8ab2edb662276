import { DomainError } from '../domain-error.ts';
import { networkOf } from '../limits/network-of.ts';

/**
 * As many as the database has use for. With more, each of its answers would bring work for all of them at once, and who
 * only reads a page would have to wait for it.
 */
const atOnce = 12;
const waitingAtMost = 2_000;
/** Worked on and waiting. A whole office that presses the button in the same second stays below it. */
const ofOneNetworkAtMost = 20;

const title = 'Please wait a minute';
const crowded =
  'Very many people are sending forms at this moment. Your answers are still here. Please press the button again in a minute, or call us.';
const crowdedNetwork =
  'Very many forms are being sent from your network at this moment. Your answers are still here. Please press the button again in a minute, or call us.';

const waiting: (() => void)[] = [];
const ofNetwork = new Map<string, number>();
let running = 0;

/**
 * Does the work of a posted step, a few at once and the others in the order in which they came, so that a crowd of
 * senders leaves the site open to its readers.
 *
 * @param address where it was posted: one network has 20 places at most, so that it can't make all others wait.
 * @throws DomainError `too-many` when those are taken, `unavailable` when 2,000 wait already; the work was not begun.
 */
export async function fewAtOnce<T>(address: string, work: () => Promise<T>): Promise<T> {
  const network = networkOf(address);
  const there = ofNetwork.get(network) ?? 0;
  if (there >= ofOneNetworkAtMost) throw new DomainError('too-many', crowdedNetwork, { title });
  ofNetwork.set(network, there + 1);
  try {
    return await inTurn(work);
  } finally {
    const left = (ofNetwork.get(network) ?? 1) - 1;
    if (left > 0) ofNetwork.set(network, left);
    else ofNetwork.delete(network);
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) throw new DomainError('unavailable', crowded, { title });
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
