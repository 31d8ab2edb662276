import { type Connection, trusted } from 'mongoose';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import { type Fault, faults } from './email-fault.ts';
import { emailField, type Message, outboxCollection } from './outbox-row.model.ts';

const pageSize = 25;
/** More than this is an outage; the number no longer matters. */
const maxCount = 100;

/** An email that failed. It has no address, subject or text: what staff need is in the back office. */
export interface FailedEmail {
  id: string;
  /** Readable: `Evaluation confirmation`. */
  kind: string;
  /** `waiting` will be retried automatically, `sending` is being sent now, `dead` was abandoned. */
  state: 'waiting' | 'sending' | 'dead';
  attempts: number;
  reason: string;
  /** ISO 8601, like `nextTryAt` and `deadAt`. */
  createdAt: string;
  nextTryAt: string | null;
  deadAt: string | null;
}

/**
 * @param after a condition for each branch: inside of them it bounds the index scan, beside them it would not.
 * @returns the filter for failed emails: abandoned ones, and those whose last attempt failed.
 */
function failedFilter(after: Record<string, unknown> = {}) {
  return {
    $or: [
      { state: 'dead', ...after },
      { state: 'queued', fault: trusted({ $exists: true }), ...after },
    ],
  };
}

/** @param after `next` of the previous page. @returns the query for one page of failed emails and one row more. */
export function findFailedEmails(portal: Connection, after: string | undefined) {
  return outboxCollection
    .model(portal)
    .find(failedFilter(after ? afterCursor('created_at', after, { order: 'oldest first' }) : {}), {
      [emailField]: 0,
    })
    .sort({ created_at: 1, _id: 1 })
    .limit(pageSize + 1);
}

/** @param after `next` of the previous page. @returns failed emails, the oldest first, 25 at a time. */
export async function listFailedEmails(
  portal: Connection,
  { after }: { after?: string | undefined } = {},
): Promise<{ rows: FailedEmail[]; next: string | null }> {
  const now = new Date();
  const found = await findFailedEmails(portal, after).lean<Message[]>();
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    rows: found.slice(0, pageSize).map((message) => present(message, now)),
    next: last ? encodeCursor(last.created_at, last._id) : null,
  };
}

/** @returns the number of failed emails: exact up to 100, otherwise 100 and `more`. */
export async function countFailedEmails(portal: Connection): Promise<{ count: number; more: boolean }> {
  const found = await outboxCollection.model(portal).countDocuments(failedFilter(), { limit: maxCount + 1 });
  return { count: Math.min(found, maxCount), more: found > maxCount };
}

/** @returns when the oldest email that is not sent yet was queued. One that is not to be sent yet does not count. */
export async function findOldestQueued(portal: Connection): Promise<Date | undefined> {
  const queued = outboxCollection
    .rows<Message>(portal)
    .find({ state: 'queued', $or: [{ attempts: { $gt: 0 } }, { due_at: { $lte: new Date() } }] });
  const [oldest] = await queued.project({ created_at: 1 }).sort({ created_at: 1 }).limit(1).toArray();
  return oldest?.created_at;
}

function present(message: Message, now: Date): FailedEmail {
  const { _id, kind, attempts, due_at, dead_at, fault, created_at } = message;
  const state = stateOf(message, now);
  return {
    id: _id.toHexString(),
    kind: kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' '),
    state,
    attempts,
    reason: reasonOf(message, fault),
    createdAt: created_at.toISOString(),
    nextTryAt: state === 'waiting' ? due_at.toISOString() : null,
    deadAt: dead_at?.toISOString() ?? null,
  };
}

function stateOf({ state, leased_until }: Message, now: Date): FailedEmail['state'] {
  if (state === 'dead') return 'dead';
  return leased_until && leased_until > now ? 'sending' : 'waiting';
}

function reasonOf({ given_up_by }: Message, fault: Fault = 'other'): string {
  return given_up_by ? `${faults[fault]} Then staff gave it up.` : faults[fault];
}
