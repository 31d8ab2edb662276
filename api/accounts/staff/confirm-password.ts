import { accountLimits } from '#api/accounts/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { requireConfirmation } from './confirmation.ts';
import { hasPasskeys } from './passkeys.ts';
import { checkPassword } from './password.ts';
import { type Staff, staffCollection } from './staff.model.ts';
import { ownerOf, staffTwoStep } from './two-step.ts';

/** What a signed-in user gives to prove their identity again. */
export interface Proof {
  staffId: string;
  password: string;
  /** Of the app, or a recovery code; only for accounts with two-step sign-in. */
  code?: string | undefined;
  /** When the session was last confirmed; left out where only what is given here counts. */
  confirmedAt?: Date;
}

/**
 * What an account has to show besides its password. A password that somebody else knows must neither confirm an open session nor take
 * the second factor away.
 */
export function secondFactorOf(staff: Staff, deps: Pick<Deps, 'settings'>): 'code' | 'passkey' | null {
  if (staff.totp_confirmed_at) return 'code';
  return staff.passkeys?.length && hasPasskeys(deps) ? 'passkey' : null;
}

/**
 * Checks the signed-in user's password again, and the second factor where the account has one, before an action that a stolen
 * session must not be enough for. Counted per account: only its own sessions can use up its attempts.
 *
 * @returns the account. @throws DomainError `bad-input` on a wrong password or code, `too-many` after 5 wrong ones in 15 minutes, `forbidden` with the
 * reason `confirm` where a passkey has to confirm the session first.
 */
export async function confirmPassword(
  { staffId, password, code = '', confirmedAt = new Date(0) }: Proof,
  deps: Pick<Deps, 'portal' | 'limits' | 'keys' | 'settings' | 'readFirm'>,
): Promise<Staff> {
  const attempt = await deps.limits.reserve(accountLimits.staffPassword, staffId);
  const staff = await staffCollection.model(deps.portal).findOne({ _id: staffId }).lean<Staff>().orFail();
  if (!staff.password_hash || !(await checkPassword(staff.password_hash, password))) {
    const message = 'Invalid password';
    throw new DomainError('bad-input', message, { fields: { password: message } });
  }
  const factor = secondFactorOf(staff, deps);
  if (factor === 'code') await staffTwoStep.useCode(ownerOf(staff), code, deps, 'Nothing was changed');
  await attempt.succeeded();
  if (factor === 'passkey') requireConfirmation({ confirmedAt }, { confirmed: true }, 'call');
  return staff;
}
