import type { SignedIn } from '#api/accounts/sessions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Staff, staffModel } from './staff.model.ts';
import { staffDevices } from './staff-session.ts';

/** How the user proved their identity, in words for the audit log. */
export type SignInWay =
  | 'password'
  | 'shared password'
  | 'password and code'
  | 'link to choose a password'
  | 'passkey'
  | 'single sign-on';

/**
 * Opens a session for a user who has proved their identity. From then on the browser is known for the account.
 *
 * @param confirmedAt when they proved it, if not just now.
 */
export async function openSession(
  { _id, email }: Pick<Staff, '_id' | 'email'>,
  {
    deviceSecret,
    way,
    confirmedAt,
  }: { deviceSecret: string | undefined; way: SignInWay; confirmedAt?: Date },
  deps: Deps,
): Promise<SignedIn> {
  const [sessionSecret, newDeviceSecret] = await Promise.all([
    deps.staffSessions.create(_id, { confirmedAt }),
    staffDevices.remember({ account: accountOf(email), secret: deviceSecret, userId: _id }, deps),
    staffModel(deps.portal).updateOne({ _id }, { $set: { last_sign_in_at: new Date() } }),
    deps.audit.record({ actor: `staff:${_id}`, action: 'staff.signIn', subject: null, details: { way } }),
  ]);
  return { sessionSecret, deviceSecret: newDeviceSecret };
}

/** @param email undefined for the shared admin password. @returns the name that known browsers are kept by. */
export function accountOf(email: string | undefined): string {
  return email === undefined ? 'shared' : `email:${email.trim().toLowerCase()}`;
}
