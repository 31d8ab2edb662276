import type { PayloadRequest } from 'payload';

const queues = new Map<string | number, Promise<unknown>>();

/**
 * Does one piece of a request's database work after the other. Payload validates all fields of a document at the same
 * time, and a transaction of MongoDB takes one operation at a time: several at its start make it fail.
 */
export async function inTurn<Result>(req: PayloadRequest, work: () => Promise<Result>): Promise<Result> {
  const transaction = await req.transactionID;
  if (!transaction) return work();
  const turn = (queues.get(transaction) ?? Promise.resolve()).then(work);
  const settled = turn.catch(() => {});
  queues.set(transaction, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(transaction) === settled) queues.delete(transaction);
  }
}
