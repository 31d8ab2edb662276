import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error.ts';
import type { Paper } from './paper.ts';

export interface Printer {
  /**
   * @returns the PDF's bytes; the same paper gives the same bytes.
   * @throws DomainError `unavailable` while too many others wait for theirs.
   */
  print(paper: Paper): Promise<Buffer>;
  stop(): Promise<void>;
}

/** What goes to the thread and what comes back. */
export interface PrintOrder {
  id: number;
  paper: Paper;
}
export type Printed = { id: number; bytes: Uint8Array } | { id: number; failed: string };

/** About five seconds of printing: who comes later is told so at once instead of being kept waiting. */
const waitingAtMost = 50;

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/**
 * Prints in a thread of its own: a contract takes a processor for about a tenth of a second, during which this thread
 * goes on answering requests. The thread starts with the first order; if it dies, its orders fail and the next one
 * starts another.
 */
export function makePrinter(): Printer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let orders = 0;

  function start(): Worker {
    const started = new Worker(new URL('./print/print-thread.ts', import.meta.url), { execArgv: [] });
    started.unref();
    started.on('message', (printed: Printed) => {
      const order = waiting.get(printed.id);
      waiting.delete(printed.id);
      if ('bytes' in printed) order?.resolve(Buffer.from(printed.bytes));
      else order?.reject(new Error(`Printing failed: ${printed.failed}`));
    });
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The printing thread ended.'));
      waiting.clear();
    });
    return started;
  }

  return {
    async print(paper) {
      if (waiting.size >= waitingAtMost) {
        const text = 'Many papers are being printed at this moment. Please try again in a minute.';
        throw new DomainError('unavailable', text, { title: 'Please wait a minute' });
      }
      orders += 1;
      const order: PrintOrder = { id: orders, paper };
      return new Promise((resolve, reject) => {
        waiting.set(order.id, { resolve, reject });
        thread ??= start();
        thread.postMessage(order);
      });
    },
    async stop() {
      if (!thread) return;
      const ended = once(thread, 'exit');
      await thread.terminate();
      await ended.catch(() => {});
    },
  };
}
