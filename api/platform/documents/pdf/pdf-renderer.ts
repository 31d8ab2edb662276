import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DomainError } from '#api/platform/domain-error.ts';
import type { PdfDocument } from './pdf-document.ts';

export interface PdfRenderer {
  /**
   * @returns the PDF's bytes; the same document always renders to the same bytes.
   * @throws DomainError `unavailable` while the queue is full.
   */
  render(document: PdfDocument): Promise<Buffer>;
  /**
   * @returns the letters and signs of a text that a PDF shows as codes, because no font here has them, each once.
   * @throws DomainError `unavailable` while the queue is full.
   */
  unprintable(text: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** What is posted to the worker thread and what comes back. */
export type RenderJob = { id: number; document: PdfDocument } | { id: number; text: string };
export type RenderResult =
  | { id: number; bytes: Uint8Array }
  | { id: number; letters: string[] }
  | { id: number; failed: string };

/** About five seconds of rendering: beyond that a caller is refused at once instead of waiting. */
const maxWaiting = 50;

/** What every font has, so that nobody has to ask the thread, which may not have been started. */
const isPlain = /^[\n\x20-\x7e]*$/;

interface WaitingJob {
  resolve(result: RenderResult): void;
  reject(error: Error): void;
}

/**
 * Renders in a worker thread: a contract takes about a tenth of a second of CPU time, during which the main thread keeps
 * answering requests. The worker starts with the first job; if it dies, its jobs fail and the next one starts another.
 */
export function makePdfRenderer(): PdfRenderer {
  const waiting = new Map<number, WaitingJob>();
  let worker: Worker | undefined;
  let jobs = 0;

  function start(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { execArgv: [] });
    started.unref();
    started.on('message', (result: RenderResult) => {
      const job = waiting.get(result.id);
      waiting.delete(result.id);
      if ('failed' in result) job?.reject(new Error(`Rendering failed: ${result.failed}`));
      else job?.resolve(result);
    });
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The rendering thread ended.'));
      waiting.clear();
    });
    return started;
  }

  async function run(work: { document: PdfDocument } | { text: string }): Promise<RenderResult> {
    if (waiting.size >= maxWaiting) {
      const text = 'Many documents are being created right now. Please try again in a minute.';
      throw new DomainError('unavailable', text, { title: 'Please wait a minute' });
    }
    jobs += 1;
    const job: RenderJob = { id: jobs, ...work };
    return new Promise((resolve, reject) => {
      waiting.set(job.id, { resolve, reject });
      worker ??= start();
      worker.postMessage(job);
    });
  }

  return {
    async render(document) {
      const result = await run({ document });
      return Buffer.from('bytes' in result ? result.bytes : []);
    },
    async unprintable(text) {
      if (isPlain.test(text)) return [];
      const result = await run({ text });
      return 'letters' in result ? result.letters : [];
    },
    async stop() {
      if (!worker) return;
      const ended = once(worker, 'exit');
      await worker.terminate();
      await ended.catch(() => {});
    },
  };
}
