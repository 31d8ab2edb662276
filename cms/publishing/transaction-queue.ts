import PQueue from 'p-queue';
import type { PayloadRequest } from 'payload';

const queues = new Map<string | number, PQueue>();

/**
 * Runs the database work of a request's transaction one piece at a time. Payload validates all fields of a document
 * concurrently, but a MongoDB transaction takes one operation at a time: several at its start make it fail.
 */
export async function queueInTransaction<Result>(
  req: PayloadRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const transaction = await req.transactionID;
  if (!transaction) return work();
  let queue = queues.get(transaction);
  if (!queue) {
    queue = new PQueue({ concurrency: 1 });
    queue.addEventListener('idle', () => queues.delete(transaction), { once: true });
    queues.set(transaction, queue);
  }
  return queue.add(work);
}
