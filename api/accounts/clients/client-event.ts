import { createHash } from 'node:crypto';
import { Types, trusted } from 'mongoose';
import { viewMs } from '#api/accounts/staff/views.ts';
import type { AuditEvent } from '#api/platform/audit/audit-chain.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type EventName, eventOfCall, eventsCollection, type RecordedCall, recordEvent } from './events.ts';

/** @returns an audit entry for a client's action. Its subject is the client's own record, so that staff find all of them there. */
export function clientEvent<Action extends string>(
  client: string,
  action: Action,
  more: Pick<AuditEvent, 'fields' | 'details'> = {},
): AuditEvent & { action: Action } {
  return { actor: `client:${client}`, action, subject: client, ...more };
}

/** Puts a client's call on the audit log and into the client's history. */
export async function recordClientCall(
  event: AuditEvent & { action: EventName<'visit'> },
  deps: Pick<Deps, 'portal' | 'keys' | 'audit'>,
): Promise<void> {
  const at = new Date();
  const _id = await deps.audit.record({ ...event, at });
  await recordEvent(eventOfCall({ ...event, _id, at, name: event.action }), deps, null);
}

/**
 * Tells a client of a call that is on the audit log: of looks by staff once an hour, although a page makes several calls, and
 * although the page is opened again.
 */
export async function notifyClient(
  { details, ...call }: RecordedCall & Pick<AuditEvent, 'action'>,
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  // What belongs to a record is the record, where it is told as that.
  const event = eventOfCall({ ...call, ...(call.name === call.action && details && { details }) });
  if (event.by === 'client') return recordEvent(event, deps, null);
  const { client_id, name, by, subject } = event;
  const same = { client_id, kind: 'visit', name, by, subject: subject ?? trusted({ $exists: false }) };
  const since = new Date(call.at.getTime() - viewMs);
  const told = { ...same, at: trusted({ $gt: since }) };
  if (await eventsCollection.model(deps.portal).exists(told)) return;
  // What a page calls side by side has the same id, so that the first one counts.
  const hour = Math.floor(call.at.getTime() / viewMs);
  const hash = createHash('sha256').update(JSON.stringify([client_id, name, by, subject, hour]));
  const _id = new Types.ObjectId(hash.digest('hex').slice(0, 24));
  try {
    await recordEvent({ ...event, _id }, deps, null);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
