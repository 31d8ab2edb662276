import { admit } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { accountOf } from './open-session.ts';
import { checkPassword, hashPassword } from './password.ts';
import { continueSignIn, type FirstStep } from './second-step.ts';
import { isActive, type Staff, sharedAdminId, staffCollection } from './staff.model.ts';
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
 * @returns the secrets of the new session and of the browser, or that of the second step.
 * @throws DomainError `bad-input` on wrong credentials, `too-many` with how long to wait, `unavailable`.
 */
export async function signIn(
  { password, email, proof, deviceSecret }: Credentials,
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<FirstStep> {
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
  // An account without a password is compared with the dummy's, which anybody can read here.
  if (!staff?.password_hash || !matches) {
    const text = email === undefined ? 'Invalid password' : 'Invalid email or password';
    throw new DomainError('bad-input', text, { title: 'Login Failed', fields: { password: text } });
  }
  const way = email === undefined ? 'shared password' : 'password';
  const [next] = await Promise.all([continueSignIn(staff, { deviceSecret, way }, deps), release()]);
  return next;
}

/** @returns the account that the password may open; null for none. */
async function find({ portal }: Deps, email: string | undefined): Promise<Staff | null> {
  const filter = email === undefined ? { _id: sharedAdminId } : { email: email.trim().toLowerCase() };
  const found = await staffCollection.model(portal).findOne(filter).lean<Staff>();
  return found && isActive(found) ? found : null;
}
