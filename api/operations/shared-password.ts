import { turnOnSharedPassword } from '#api/accounts/staff/shared-password.ts';
import { openAuditLog } from '#api/platform/audit/audit-log.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeLog } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';

/** Who the audit log names for what was done by a command on the server. */
export const serverActor = 'server';

/** Turns the shared admin password on again, on record, for a command on the server. @returns whether it was off. */
export async function restoreSharedPassword({
  portal,
  settings,
}: Pick<Deps, 'portal'> & { settings: Settings }): Promise<boolean> {
  const log = makeLog((line) => console.error(line));
  const audit = await openAuditLog({ client: portal.getClient(), settings, log });
  await audit.record({ actor: serverActor, action: 'staffAccounts.turnOnShared', subject: null });
  await audit.stop();
  return turnOnSharedPassword({ portal });
}
