import { setTimeout as wait } from 'node:timers/promises';
import type { Payload } from 'payload';
import { type Log, placeOf } from '../log.ts';

const lookEveryMs = 60_000;
/** Publishing takes a second. What is marked as running for this long was left behind by a process that was killed. */
const abandonedAfterMs = 5 * 60_000;
/** A publication that meets an editor's autosave fails once; one that breaks a rule fails every time. */
const attemptsAtMost = 5;
const jobsAtOnce = 50;

interface Needs {
  payload: Payload;
  log: Log;
}

/**
 * Publishes, and takes back, what editors have put on the calendar, within a minute of its time. It runs with the site
 * and not with the CMS, so that it goes on while the CMS is down; with several site processes it is done by whichever
 * looks first, and doing it twice changes nothing.
 *
 * @returns a function that ends the looking, after what is being published.
 */
export function publishWhenDue(needs: Needs): () => Promise<void> {
  const stop = new AbortController();
  async function look(): Promise<void> {
    while (!stop.signal.aborted) {
      await publishDue(needs).catch((error: unknown) => {
        needs.log.warn('scheduled publishing unavailable', { error: placeOf(error) });
      });
      await wait(lookEveryMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  }
  const looking = look();
  return async () => {
    stop.abort();
    await looking;
  };
}

/** One look: everything that is due now, one after the other, in the order of its time. */
export async function publishDue({ payload, log }: Needs): Promise<void> {
  await takeUpAgain(payload);
  const { jobStatus = {} } = await payload.jobs.run({
    limit: jobsAtOnce,
    sequential: true,
    processingOrder: 'waitUntil',
    silent: true,
  });
  for (const [reference, { status }] of Object.entries(jobStatus)) {
    if (status === 'success') log.info('scheduled change published', { reference });
    else log.warn('scheduled change not published', { reference });
  }
}

/** Payload tries a publication once and leaves it at that, also when its process ends half way. */
async function takeUpAgain(payload: Payload): Promise<void> {
  const abandoned = new Date(Date.now() - abandonedAfterMs).toISOString();
  await payload.db.updateJobs({
    data: { processing: false, hasError: false },
    where: {
      or: [
        { processing: { equals: true }, updatedAt: { less_than: abandoned } },
        { hasError: { equals: true }, totalTried: { less_than: attemptsAtMost } },
      ],
    },
    returning: false,
  });
}
