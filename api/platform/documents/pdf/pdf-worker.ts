import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { RenderJob, RenderResult } from './pdf-renderer.ts';
import { renderPdf } from './render-pdf.ts';
import { unprintable } from './typeface.ts';

// On Linux each thread has a priority of its own, and whoever waits for a page comes before a document that is made in advance.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The worker thread: does one job at a time. It reports only an error's class, since messages may quote a person. */
parentPort?.on('message', async (job: RenderJob) => {
  const { id } = job;
  const reply = (result: RenderResult) => parentPort?.postMessage(result);
  try {
    if ('text' in job) reply({ id, letters: unprintable(job.text) });
    else reply({ id, bytes: new Uint8Array(await renderPdf(job.document)) });
  } catch (error) {
    reply({ id, failed: error instanceof Error ? error.name : typeof error });
  }
});
