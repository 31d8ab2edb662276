import { workerData } from 'node:worker_threads';

/** Decoders fill up to some 100 MB in this time. */
const checkEveryMs = 20;

const { memoryBytes, parent } = workerData as { memoryBytes: number; parent: number };

/**
 * Ends its process when that takes too much memory, or its parent is gone. It is a thread, because the main one may be busy with
 * the very file that is too much; and it asks its own process, because only that is possible everywhere.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);
