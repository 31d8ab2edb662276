import { correctSignersWhenDue } from './casework/clients/mark-signers.ts';
import { finishWhenDue } from './casework/uploads/finish-upload.ts';
import { preparePdfsWhenDue } from './casework/uploads/prepare-pdfs.ts';
import { scanWhenDue } from './casework/uploads/scan-uploads.ts';
import { publishWhenDue } from './content/publish-when-due.ts';
import { purgeWhenDue } from './operations/purge-expired.ts';
import { recordCmsEventsWhenDue } from './operations/record-cms-events.ts';
import type { Deps } from './platform/deps.ts';

/**
 * Starts the work that a site does in the background: making documents, delivering email, scheduled publishing, the deletion
 * of expired records, audit entries of editors, finishing uploads of clients, preparing and, with a scanner, scanning them, and
 * correcting which accounts wait for staff. Any number of processes may do it at the same time.
 *
 * @returns a function that stops it, after the runs in progress. Call it before `deps.close()`.
 */
export function startJobs(deps: Deps): () => Promise<void> {
  const jobs = [
    deps.documents,
    deps.outbox,
    publishWhenDue(deps),
    purgeWhenDue(deps),
    recordCmsEventsWhenDue(deps),
    finishWhenDue(deps),
    preparePdfsWhenDue(deps),
    correctSignersWhenDue(deps),
    ...(deps.settings.CLAMD ? [scanWhenDue(deps.settings.CLAMD, deps)] : []),
  ];
  for (const job of jobs) job.start();
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  };
}
