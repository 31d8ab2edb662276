import { parentPort } from 'node:worker_threads';
import type { RenderJob, RenderResult } from './pdf-renderer.ts';
import { renderPdf } from './render-pdf.ts';

/** The worker thread: renders one job at a time. It reports only an error's class, since messages may quote a person. */
parentPort?.on('message', async ({ id, document }: RenderJob) => {
  const reply = (result: RenderResult) => parentPort?.postMessage(result);
  try {
    const bytes = new Uint8Array(await renderPdf(document));
    reply({ id, bytes });
  } catch (error) {
    reply({ id, failed: error instanceof Error ? error.name : typeof error });
  }
});
