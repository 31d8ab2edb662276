import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { checkPassword, hashPassword } from './password.ts';
import { type Staff, sharedAdminId, staffModel } from './staff.model.ts';

export type Credentials = { password: string; email?: string };

/** A hash that no password fits, so that an unknown e-mail costs the same time as a wrong password. */
const nobody = hashPassword('no account has this password');

/**
 * Signs staff in: with the single admin password (no e-mail) or with an account's e-mail and password.
 *
 * @param address the network address that the attempt came from, to limit guessing.
 * @returns the secret of a new session.
 * @throws DomainError `bad-input` with the words of SPEC section 8, `too-many` after 5 attempts in 15 minutes.
 */
export async function signIn({ password, email }: Credentials, address: string, deps: Deps): Promise<string> {
  // Reserved before hashing, so that attempts sent at once can't slip past the limit together.
  const attempt = await deps.limits.reserve('staffSignIn', address);
  const staff = await find(deps, email);
  const right = await checkPassword(staff?.password_hash ?? (await nobody), password);
  if (!staff || !right) {
    throw new DomainError(
      'bad-input',
      email === undefined ? 'Invalid password' : 'Invalid email or password',
      {
        title: 'Login Failed',
        fields: { password: email === undefined ? 'Invalid password' : 'Invalid email or password' },
      },
    );
  }
  await attempt.succeeded();
  return deps.staffSessions.create(staff._id);
}

function find({ portal }: Deps, email: string | undefined): Promise<Staff | null> {
  const filter = email === undefined ? { _id: sharedAdminId } : { email: email.trim().toLowerCase() };
  return staffModel(portal).findOne(filter).lean<Staff>().exec();
}
