import PQueue from 'p-queue';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeInFlight } from '#api/platform/limits/in-flight.ts';
import { networkOf } from '#api/platform/limits/network-of.ts';

/** As many as keep the database busy. With more, each turn of the event loop takes longer, for which readers wait. */
const maxRunning = 4;
const maxQueued = 2_000;
/** Running and queued. An entire office that presses the button in the same second stays below it. */
const maxPerNetwork = 20;

const title = 'Please wait a minute';
const crowded =
  'Very many people are sending forms at this moment. Your answers are still here. Please press the button again in a minute, or call us.';
const crowdedNetwork =
  'Very many forms are being sent from your network at this moment. Your answers are still here. Please press the button again in a minute, or call us.';

const queue = new PQueue({ concurrency: maxRunning });
const ofNetwork = makeInFlight(maxPerNetwork, { title, text: crowdedNetwork });

/**
 * Processes posted steps a few at a time and queues the rest first in, first out, so that a rush of submissions leaves
 * the site responsive for readers.
 *
 * @param address the sender's address: one network may have 20 running or queued, so that it can't block everyone else.
 * @throws DomainError `too-many` above those 20, `unavailable` when 2,000 are queued; the work was not started.
 */
export function limitConcurrency<T>(address: string, work: () => Promise<T>): Promise<T> {
  return ofNetwork(networkOf(address), async () => {
    if (queue.size >= maxQueued) throw new DomainError('unavailable', crowded, { title });
    return queue.add(work);
  });
}
