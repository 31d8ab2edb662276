import type { AuditEvent } from '#api/platform/audit/audit-chain.ts';

/** @returns the entry of what a client does. It is about the client's own record, by which staff find all of it. */
export function clientEvent(
  client: string,
  action: string,
  more: Pick<AuditEvent, 'fields' | 'details'> = {},
): AuditEvent {
  return { actor: `client:${client}`, action, subject: client, ...more };
}
