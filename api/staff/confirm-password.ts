import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { checkPassword } from './password.ts';
import { staffModel } from './staff.model.ts';

/**
 * Asks whoever is signed in for the password again, before something that a stolen session must not be enough for.
 * Wrong ones count like those of signing in.
 *
 * @throws DomainError `bad-input` on a wrong password, `too-many` after 5 attempts in 15 minutes.
 */
export async function confirmPassword(
  { staffId, password, address }: { staffId: string; password: string; address: string },
  { portal, limits }: Pick<Deps, 'portal' | 'limits'>,
): Promise<void> {
  const attempt = await limits.reserve('staffSignIn', address);
  const staff = await staffModel(portal).findOne({ _id: staffId }).lean().orFail();
  if (!(await checkPassword(staff.password_hash, password))) {
    const message = 'Invalid password';
    throw new DomainError('bad-input', message, { fields: { password: message } });
  }
  await attempt.succeeded();
}
