import type { SignedIn } from '#api/accounts/sessions.ts';
import { admit } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkPassword, hashPassword } from './password.ts';
import { isActive, type Staff, sharedAdminId, staffModel } from './staff.model.ts';
import { staffDevices } from './staff-session.ts';

export interface Credentials {
  password: string;
  /** Undefined for the shared admin password. */
  email?: string;
  /** The solution to `makeSignInChallenge`; empty if the page had none. */
  proof: string;
  /** What the browser keeps of earlier sign-ins; undefined if it was never known. */
  deviceSecret: string | undefined;
}

/** Compared with when the email is unknown, so that it takes the same time as a wrong password. */
const dummyHash = hashPassword('no account has this password');

/**
 * Signs staff in: with the shared admin password (no email) or with an account's email and password. The browser is
 * known for the account from then on.
 *
 * An account that is disabled, or whose person has not chosen a password yet, is refused like an unknown one.
 *
 * @returns the secrets of the new session and of the browser.
 * @throws DomainError `bad-input` on wrong credentials, `too-many` with how long to wait, `unavailable`.
 */
export async function signIn(
  { password, email, proof, deviceSecret }: Credentials,
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<SignedIn> {
  const { deps } = context;
  const device = await staffDevices.find({ account: accountOf(email), secret: deviceSecret }, deps);
  const { rank, release } = await admit('staff', { device, proof }, context);
  const staff = await find(deps, email);
  const position = { queue: device ? 'staff' : 'strangers', rank } as const;
  const matches = await checkPassword(staff?.password_hash ?? (await dummyHash), password, position).catch(
    async (error: unknown) => {
      await release();
      throw error;
    },
  );
  if (!staff || !matches) {
    const text = email === undefined ? 'Invalid password' : 'Invalid email or password';
    throw new DomainError('bad-input', text, { title: 'Login Failed', fields: { password: text } });
  }
  const [signedIn] = await Promise.all([openSession(staff, deviceSecret, deps), release()]);
  return signedIn;
}

/** Opens a session for somebody who has shown who they are. The browser is known for the account from then on. */
export async function openSession(
  { _id, email }: Pick<Staff, '_id' | 'email'>,
  deviceSecret: string | undefined,
  deps: Deps,
): Promise<SignedIn> {
  const [sessionSecret, newDeviceSecret] = await Promise.all([
    deps.staffSessions.create(_id),
    staffDevices.remember({ account: accountOf(email), secret: deviceSecret, userId: _id }, deps),
    staffModel(deps.portal).updateOne({ _id }, { $set: { last_sign_in_at: new Date() } }),
    deps.audit.record({ actor: `staff:${_id}`, action: 'staff.signIn', subject: null }),
  ]);
  return { sessionSecret, deviceSecret: newDeviceSecret };
}

/** @returns the name that known browsers are kept by. */
function accountOf(email: string | undefined): string {
  return email === undefined ? 'shared' : `email:${email.trim().toLowerCase()}`;
}

/** @returns the account that the password may open; null for none. */
async function find({ portal }: Deps, email: string | undefined): Promise<Staff | null> {
  const filter = email === undefined ? { _id: sharedAdminId } : { email: email.trim().toLowerCase() };
  const found = await staffModel(portal).findOne(filter).lean<Staff>();
  return found && isActive(found) ? found : null;
}
