import type { AuditEntry, AuditEvent } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { eventOfCall, isTold, recordEvent } from './events.ts';

/** @returns an audit entry for a client's action. Its subject is the client's own record, so that staff find all of them there. */
export function clientEvent(
  client: string,
  action: string,
  more: Pick<AuditEvent, 'fields' | 'details'> = {},
): AuditEvent {
  return { actor: `client:${client}`, action, subject: client, ...more };
}

/** Puts a client's call on the audit log and, if clients are told of such calls, into the client's history. */
export async function recordClientCall(
  event: AuditEvent,
  deps: Pick<Deps, 'portal' | 'keys' | 'audit'>,
): Promise<void> {
  const at = new Date();
  const _id = await deps.audit.record({ ...event, at });
  await notifyClient({ ...event, _id, at }, deps);
}

/** Tells a client of a call that is on the audit log, if clients are told of such calls. */
export async function notifyClient(
  { action, ...call }: Omit<AuditEntry, 'previous' | 'hash'>,
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<void> {
  if (isTold(action)) await recordEvent(eventOfCall({ ...call, action }), deps, null);
}
