import type { AuditEvent } from '#api/platform/audit/audit-chain.ts';

/** @returns an audit entry for a client's action. Its subject is the client's own record, so that staff find all of them there. */
export function clientEvent(
  client: string,
  action: string,
  more: Pick<AuditEvent, 'fields' | 'details'> = {},
): AuditEvent {
  return { actor: `client:${client}`, action, subject: client, ...more };
}
