import { type AuditLog, openAuditLog } from '#api/platform/audit/audit-log.ts';
import type { Deps } from '#api/platform/deps.ts';
import { openAuditKey } from '#api/platform/keys/data-keys.ts';
import { loadKeys } from '#api/platform/keys/load-keys.ts';
import { makeLog } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';

/** Who the audit log names for what was done by a command on the server. */
export const serverActor = 'server';

/** Opens the audit log for a command on the server. */
export async function openServerAuditLog({
  portal,
  settings,
}: Pick<Deps, 'portal'> & { settings: Settings }): Promise<AuditLog> {
  const log = makeLog((line) => console.error(line));
  const key = await openAuditKey(await loadKeys(settings), portal);
  return openAuditLog({ client: portal.getClient(), key, settings, log });
}
