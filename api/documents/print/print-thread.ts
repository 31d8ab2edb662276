import { parentPort } from 'node:worker_threads';
import type { Printed, PrintOrder } from '../printer.ts';
import { printPaper } from './print-paper.ts';

/** The printing thread: one order after the other. A failure is told by its class, since messages may quote a person. */
parentPort?.on('message', async ({ id, paper }: PrintOrder) => {
  const answer = (printed: Printed) => parentPort?.postMessage(printed);
  try {
    const bytes = new Uint8Array(await printPaper(paper));
    answer({ id, bytes });
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.name : typeof error });
  }
});
