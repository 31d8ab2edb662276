import { linkForFirstEditor } from '@claimdesk/cms/first-editor';
import { inviteFirstAdmin } from '#api/accounts/staff/staff-links.ts';
import type { Deps } from '#api/platform/deps.ts';
import { serverActor } from './server-audit-log.ts';

/**
 * Invites the first administrator of the back office, on record.
 *
 * @param email throws when it is needed and not there.
 * @returns the link to choose a password, which works once, for seven days; null when an account can sign in already.
 */
export async function firstStaffLink(email: () => string, deps: Deps): Promise<string | null> {
  const invited = await inviteFirstAdmin(email, deps);
  if (!invited) return null;
  const action = invited.isNew ? 'staffAccounts.invite' : 'staffAccounts.sendLink';
  await deps.audit.record({ actor: serverActor, action, subject: invited.id });
  return invited.url;
}

/** The same for the first admin of the CMS. */
export async function firstEditorLink(email: () => string, deps: Deps): Promise<string | null> {
  const link = await linkForFirstEditor(deps.payload, email);
  if (!link) return null;
  const action = link.isNew ? 'cms-users.create' : 'cms-users.change';
  await deps.audit.record({ actor: serverActor, action, subject: link.id });
  return `${deps.settings.PUBLIC_URL}/cms/reset/${link.secret}`;
}
