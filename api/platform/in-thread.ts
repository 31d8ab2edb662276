import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Memory polling interval; a decompression bomb can fill about 50 MB per interval. */
const checkEveryMs = 100;

/** What a thread may use before it is ended. */
interface ThreadLimits {
  withinMs: number;
  /** Bytes by which this process's memory may grow during the run: memory outside the thread's heap has no limit of its own. */
  memoryBytes: number;
}

/**
 * Runs a program in a thread of its own until its first message: the main thread keeps answering, and what a hostile file does
 * to a decoder is gone with the thread. It is given nothing of the environment, and what it prints is dropped.
 *
 * @returns the message. @throws Error when the thread fails, takes too long or too much memory.
 */
export async function inThread<Message>(
  program: URL,
  workerData: unknown,
  { withinMs, memoryBytes }: ThreadLimits,
): Promise<Message> {
  const worker = new Worker(program, { execArgv: [], env: {}, workerData, stdout: true, stderr: true });
  const full = new AbortController();
  const most = process.memoryUsage.rss() + memoryBytes;
  const checking = setInterval(() => {
    if (process.memoryUsage.rss() > most) full.abort();
  }, checkEveryMs);
  try {
    const signal = AbortSignal.any([full.signal, AbortSignal.timeout(withinMs)]);
    const [message] = await once(worker, 'message', { signal });
    return message;
  } finally {
    clearInterval(checking);
    await worker.terminate();
  }
}

/** Whether a thread was ended because its work took too long or too much memory, which also other work may have caused. */
export function isEnded(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
