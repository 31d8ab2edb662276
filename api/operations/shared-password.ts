import { openAccounts } from '#api/accounts/deps.ts';
import { hasStaff, setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import { turnOnSharedPassword } from '#api/accounts/staff/shared-password.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import type { Settings } from '#api/platform/settings.ts';
import { openServerAuditLog, serverActor } from './server-audit-log.ts';

/**
 * Turns the shared admin password on again, on record, for a command on the server. An installation that never had one
 * gets one.
 *
 * @returns whether it was on already, and the password of a new one.
 */
export async function restoreSharedPassword({
  portal,
  settings,
}: Pick<Deps, 'portal'> & { settings: Settings }): Promise<{ wasOn: boolean; made?: string }> {
  const audit = await openServerAuditLog({ portal, settings });
  await audit.record({ actor: serverActor, action: 'staffAccounts.turnOnShared', subject: null });
  await audit.stop();
  if (await hasStaff({ portal })) return { wasOn: !(await turnOnSharedPassword({ portal })) };
  const made = makeSecret();
  await setSharedPassword(made, { portal, ...openAccounts(portal, settings) });
  return { wasOn: false, made };
}
