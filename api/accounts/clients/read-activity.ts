import { trusted } from 'mongoose';
import { sharedAdminId } from '#api/accounts/staff/staff.model.ts';
import { encodeCursor } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { clientsCollection, confirmBy } from './client.model.ts';
import { type EventKind, type EventName, readEvents, type ShownEvent } from './events.ts';

/** What happened with a client's account, as the client reads it. */
export interface ActivityEvent {
  /** Tells events apart. */
  id: string;
  by: 'client' | 'office';
  /** The staff member's name; null for the client, for unconfirmed clients, and for the shared and deleted accounts. */
  who: string | null;
  what: EventName<ShownKind>;
  /** What the client opened or entered, where our code names it, such as a download or the form of an entry. */
  subject: string | null;
  /** Why our office did it, if staff were informed that the client can read the reason. */
  why: string | null;
  /** ISO 8601 */
  at: string;
}

const pageSize = 25;
const shownKinds = ['account', 'entry', 'visit'] as const satisfies EventKind[];
type ShownKind = (typeof shownKinds)[number];

/**
 * @param cursor `next` of the previous page. @throws DomainError `not-found`, and `bad-input` for an invalid cursor.
 * @returns events of an account, newest first, 25 at a time.
 */
export async function readActivity(
  { clientId, cursor = null }: { clientId: string; cursor?: string | null | undefined },
  deps: Reading,
): Promise<{ events: ActivityEvent[]; next: string | null }> {
  const [client, found] = await Promise.all([
    clientsCollection
      .model(deps.portal)
      .findOne({ _id: clientId }, { identity_status: 1, created_at: 1 })
      .lean(),
    readEvents(
      { client_id: clientId, kind: trusted({ $in: shownKinds }) },
      { cursor, limit: pageSize + 1 },
      deps,
    ),
  ]);
  if (!client) throw new DomainError('not-found', 'Could not load client data.');
  const isConfirmed = confirmBy(client) === null;
  const events = found.slice(0, pageSize);
  const last = found.length > pageSize ? events.at(-1) : undefined;
  return {
    events: events.map((event) => present(event, isConfirmed)),
    next: last ? encodeCursor(last.at, last.id) : null,
  };
}

/** Clients see why staff looked at their number, of which staff are told, once their account is confirmed. */
function present(
  { id, name, by, staff, subject, reason, at }: ShownEvent,
  isConfirmed: boolean,
): ActivityEvent {
  const isOwn = by === 'client';
  return {
    id,
    by: isOwn ? 'client' : 'office',
    who: isConfirmed && by !== sharedAdminId ? staff : null,
    what: name as EventName<ShownKind>,
    subject: isOwn ? subject : null,
    why: isConfirmed && name === 'revealed' ? reason : null,
    at: at.toISOString(),
  };
}
