import { setTimeout as wait } from 'node:timers/promises';
import type { mongo } from 'mongoose';

/** A process that died holds a row for at most this long. Clocks of processes may differ by some seconds, not by more. */
const defaultMs = 30_000;

/** How a collection stores what waits in it. */
export interface LeaseOptions {
  /** The field with the time before which a row is not taken; a row without it is taken now. A lease moves it ahead. */
  due?: string;
  /** The field that counts how often the row was taken. */
  attempts?: string;
  /** Which row is next; by default the one that has been due for the longest time. */
  sort?: Record<string, 1 | -1>;
  ms?: number;
}

/** The right to work on a row until it is ended, as long as this process lives. */
export interface Lease<Row> {
  row: Row;
  attempts: number;
  /** Aborted when the lease was lost: the row was deleted, or the database was away for too long. */
  lost: AbortSignal;
  /** Gives the row back, with changes to it. Does nothing when another process has taken it since. */
  end(changes?: mongo.Document): Promise<void>;
}

/**
 * Takes a waiting row that is due, so that no other process works on it, and keeps it by renewing the lease. The row says
 * so in `leased_until`, a time that no two holders share, by which the holder is recognized.
 *
 * @returns undefined when there is none.
 */
export async function takeLease<Row>(
  rows: mongo.Collection,
  waiting: mongo.Filter<mongo.Document>,
  { due = 'due_at', attempts = 'attempts', sort = { [due]: 1 }, ms = defaultMs }: LeaseOptions = {},
): Promise<Lease<Row> | undefined> {
  const now = Date.now();
  let until = new Date(now + ms);
  const row = await rows.findOneAndUpdate(
    { ...waiting, [due]: { $not: { $gt: new Date(now) } } },
    { $set: { [due]: until, leased_until: until }, $inc: { [attempts]: 1 } },
    { sort, returnDocument: 'after' },
  );
  if (!row) return undefined;
  const { _id } = row;
  const lost = new AbortController();
  const ended = new AbortController();

  async function renew(): Promise<void> {
    while (!lost.signal.aborted) {
      await wait(ms / 3, undefined, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      const next = new Date(Date.now() + ms);
      try {
        const renewed = { $set: { [due]: next, leased_until: next } };
        const { matchedCount } = await rows.updateOne({ _id, leased_until: until }, renewed);
        if (matchedCount === 0) lost.abort();
        else until = next;
      } catch {
        if (Date.now() > until.getTime()) lost.abort();
      }
    }
  }
  const renewing = renew();

  return {
    row: row as Row,
    attempts: Number(row[attempts]),
    lost: lost.signal,
    async end(changes = {}) {
      ended.abort();
      await renewing;
      await rows.updateOne({ _id, leased_until: until }, { $set: changes, $unset: { leased_until: 1 } });
    },
  };
}
