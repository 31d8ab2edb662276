import type { SignedIn } from '#api/accounts/sessions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { isActive, type Staff, staffCollection } from './staff.model.ts';
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
 * @param account as it was when they proved it. @param confirmedAt when they did, if not just now.
 * @throws DomainError `bad-input` if the password was changed or the account disabled meanwhile, for example while a
 * password was being compared: that has ended the sessions that it found, so this one ends itself.
 */
export async function openSession(
  account: Pick<Staff, '_id' | 'email' | 'password_hash'>,
  {
    deviceSecret,
    way,
    confirmedAt,
  }: { deviceSecret: string | undefined; way: SignInWay; confirmedAt?: Date },
  deps: Deps,
): Promise<SignedIn> {
  const { _id, email, password_hash } = account;
  const [sessionSecret, newDeviceSecret] = await Promise.all([
    deps.staffSessions.create(_id, { confirmedAt }),
    staffDevices.remember({ account: accountOf(email), secret: deviceSecret, userId: _id }, deps),
  ]);
  // Read after the session is stored: a later change finds it and ends it.
  const current = await staffCollection.model(deps.portal).findById(_id).lean<Staff>();
  if (!current || !isActive(current) || current.password_hash !== password_hash) {
    await Promise.all([
      deps.staffSessions.revoke(sessionSecret),
      staffDevices.forget(_id, newDeviceSecret, deps),
    ]);
    throw new DomainError('bad-input', 'Your account was changed just now. Please log in again.', {
      title: 'Login Failed',
    });
  }
  await Promise.all([
    staffCollection.model(deps.portal).updateOne({ _id }, { $set: { last_sign_in_at: new Date() } }),
    deps.audit.record({ actor: `staff:${_id}`, action: 'staff.signIn', subject: null, details: { way } }),
  ]);
  return { sessionSecret, deviceSecret: newDeviceSecret };
}

/** @param email undefined for the shared admin password. @returns the name that known browsers are kept by. */
export function accountOf(email: string | undefined): string {
  return email === undefined ? 'shared' : `email:${email.trim().toLowerCase()}`;
}
