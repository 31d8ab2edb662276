import { type Connection, trusted } from 'mongoose';
import { type Fault, faults } from './mail-fault.ts';
import { type Message, messageModel } from './message.model.ts';

/** More than this at once is an outage, not a list to read; `more` says so. */
const rowsAtMost = 100;

/** A letter that was tried and not sent. It has no address, subject or text: what staff need is in the back office. */
export interface MailTrouble {
  id: string;
  /** In words: `Evaluation received`. */
  kind: string;
  /** `waiting` will be tried again by itself, `sending` is being tried now, `dead` was given up. */
  state: 'waiting' | 'sending' | 'dead';
  attempts: number;
  /** Our words for why the last attempt failed. */
  reason: string;
  /** ISO 8601, like `nextTryAt` and `deadAt`. */
  createdAt: string;
  nextTryAt: string | null;
  deadAt: string | null;
}

/** @returns the filter for what the list holds: letters given up, and those whose last attempt failed. */
function troubled() {
  return { $or: [{ state: 'dead' }, { state: 'queued', fault: trusted({ $exists: true }) }] };
}

/** @returns at most 100 letters that were not sent, the oldest first. */
export async function listMailTroubles(
  portal: Connection,
  now = new Date(),
): Promise<{ rows: MailTrouble[]; more: boolean }> {
  const found = await messageModel(portal)
    .find(troubled(), { letter: 0 })
    .sort({ created_at: 1, _id: 1 })
    .limit(rowsAtMost + 1)
    .lean<Message[]>();
  return {
    rows: found.slice(0, rowsAtMost).map((message) => present(message, now)),
    more: found.length > rowsAtMost,
  };
}

/** @returns how many there are: exact up to 100, else 100 and `more`. */
export async function countMailTroubles(portal: Connection): Promise<{ count: number; more: boolean }> {
  const found = await messageModel(portal).countDocuments(troubled(), { limit: rowsAtMost + 1 });
  return { count: Math.min(found, rowsAtMost), more: found > rowsAtMost };
}

function present(message: Message, now: Date): MailTrouble {
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

function stateOf({ state, leased_until }: Message, now: Date): MailTrouble['state'] {
  if (state === 'dead') return 'dead';
  return leased_until && leased_until > now ? 'sending' : 'waiting';
}

function reasonOf({ given_up_by }: Message, fault: Fault = 'other'): string {
  return given_up_by ? `${faults[fault]} Then staff gave it up.` : faults[fault];
}
