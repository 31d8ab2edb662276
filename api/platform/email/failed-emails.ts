import { type Connection, trusted } from 'mongoose';
import { type Fault, faults } from './email-fault.ts';
import { type Message, messageModel } from './outbox-row.model.ts';

/** More than this is an outage, not a list to read; `more` says so. */
const maxRows = 100;

/** An email that failed. It has no address, subject or text: what staff need is in the back office. */
export interface FailedEmail {
  id: string;
  /** Readable: `Evaluation confirmation`. */
  kind: string;
  /** `waiting` will be retried automatically, `sending` is being sent now, `dead` was abandoned. */
  state: 'waiting' | 'sending' | 'dead';
  attempts: number;
  /** Why the last attempt failed, from `faults`. */
  reason: string;
  /** ISO 8601, like `nextTryAt` and `deadAt`. */
  createdAt: string;
  nextTryAt: string | null;
  deadAt: string | null;
}

/** @returns the filter for failed emails: abandoned ones, and those whose last attempt failed. */
function failedFilter() {
  return { $or: [{ state: 'dead' }, { state: 'queued', fault: trusted({ $exists: true }) }] };
}

/** @returns at most 100 failed emails, the oldest first. */
export async function listFailedEmails(
  portal: Connection,
  now = new Date(),
): Promise<{ rows: FailedEmail[]; more: boolean }> {
  const found = await messageModel(portal)
    .find(failedFilter(), { letter: 0 })
    .sort({ created_at: 1, _id: 1 })
    .limit(maxRows + 1)
    .lean<Message[]>();
  return {
    rows: found.slice(0, maxRows).map((message) => present(message, now)),
    more: found.length > maxRows,
  };
}

/** @returns the number of failed emails: exact up to 100, otherwise 100 and `more`. */
export async function countFailedEmails(portal: Connection): Promise<{ count: number; more: boolean }> {
  const found = await messageModel(portal).countDocuments(failedFilter(), { limit: maxRows + 1 });
  return { count: Math.min(found, maxRows), more: found > maxRows };
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
