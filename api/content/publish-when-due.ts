import type { Payload } from 'payload';
import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { notifyFailedChanges } from './notify-failed-changes.ts';

/** Publishing takes a second. A job marked as running for this long was abandoned by a killed process. */
const abandonedAfterMs = 5 * 60_000;
/** A publication that collides with an editor's autosave fails once; one that breaks a rule fails every time. */
const maxAttempts = 5;
const maxJobs = 50;
const keptInTrashMs = 30 * 24 * 60 * 60_000;

type Dependencies = Pick<Deps, 'payload' | 'log' | 'portal' | 'keys' | 'settings' | 'content'>;

/**
 * @returns the job that publishes and unpublishes what editors have scheduled, within a minute of its time, while the CMS is down
 * too. Doing it twice changes nothing.
 */
export function publishWhenDue(deps: Dependencies): ScheduledJob {
  return { name: 'publish', schedule: { everyMs: 45_000 }, run: () => publishDue(deps) };
}

/** Runs everything that is due now, one after the other, in the order of its time. */
export async function publishDue(deps: Dependencies): Promise<void> {
  const { payload, log } = deps;
  await retryUnfinished(payload);
  const { jobStatus = {} } = await payload.jobs.run({
    limit: maxJobs,
    sequential: true,
    processingOrder: 'waitUntil',
    silent: true,
  });
  for (const [reference, { status }] of Object.entries(jobStatus)) {
    if (status === 'success') log.info('scheduled change published', { reference });
    else log.warn('scheduled change not published', { reference });
  }
  await notifyFailedChanges(deps, maxAttempts);
  await emptyTrash(payload, new Date());
}

/** Permanently deletes what has been in the trash for 30 days, with its versions. */
export async function emptyTrash(payload: Payload, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptInTrashMs).toISOString();
  for (const collection of ['pages', 'articles', 'faq', 'testimonials', 'people', 'listings'] as const) {
    await payload.delete({ collection, where: { deletedAt: { less_than: before } }, trash: true, depth: 0 });
  }
}

/** Payload itself runs a publication only once, even when its process dies midway. */
async function retryUnfinished(payload: Payload): Promise<void> {
  const abandoned = new Date(Date.now() - abandonedAfterMs).toISOString();
  await payload.db.updateJobs({
    data: { processing: false, hasError: false },
    where: {
      or: [
        { processing: { equals: true }, updatedAt: { less_than: abandoned } },
        { hasError: { equals: true }, totalTried: { less_than: maxAttempts } },
      ],
    },
    returning: false,
  });
}
