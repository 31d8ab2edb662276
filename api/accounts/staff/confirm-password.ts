import { accountLimits } from '#api/accounts/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkPassword } from './password.ts';
import { staffCollection } from './staff.model.ts';

/**
 * Checks the signed-in user's password again, before an action that a stolen session must not be enough for. Counted per
 * account: only its own sessions can use up its attempts.
 *
 * @throws DomainError `bad-input` on a wrong password, `too-many` after 5 wrong ones in 15 minutes.
 */
export async function confirmPassword(
  { staffId, password }: { staffId: string; password: string },
  { portal, limits }: Pick<Deps, 'portal' | 'limits'>,
): Promise<void> {
  const attempt = await limits.reserve(accountLimits.staffPassword, staffId);
  const staff = await staffCollection.model(portal).findOne({ _id: staffId }).lean().orFail();
  if (!staff.password_hash || !(await checkPassword(staff.password_hash, password))) {
    const message = 'Invalid password';
    throw new DomainError('bad-input', message, { fields: { password: message } });
  }
  await attempt.succeeded();
}
