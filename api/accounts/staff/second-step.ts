import { accountLimits } from '#api/accounts/limits.ts';
import type { SignedIn } from '#api/accounts/sessions.ts';
import { admit } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { secondFactorOf } from './confirm-password.ts';
import { accountOf, openSession, type SignInWay } from './open-session.ts';
import { isActive, type Staff, staffCollection } from './staff.model.ts';
import { staffDevices } from './staff-session.ts';
import { ownerOf, staffTwoStep } from './two-step.ts';

/** A sign-in whose password was right and whose code is awaited. */
interface PendingSignIn {
  /** SHA-256 of the secret in the cookie. */
  _id: string;
  staff_id: string;
  /** The password that was right, as it is stored: once it changes, the sign-in has to start again. */
  password_hash: string;
  expires_at: Date;
}

export const secondStepSeconds = 10 * 60;

export const pendingSignInsCollection = defineCollection<PendingSignIn>({
  name: 'staff_sign_ins',
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  retention: {
    label: 'sign-ins of staff that were not finished',
    since: 'after 10 minutes',
    expired: (before) => ({ expires_at: { $lt: before } }),
  },
});

/** What a right password leads to: a session, or the secret by which a code may be given next. */
export type FirstStep = { signedIn: SignedIn } | { pending: string };

/**
 * Opens a session for somebody whose password is right, or asks for the second step where the account has one. A session without the
 * account's passkey confirms nothing, so that the password alone can't add another one.
 */
export async function continueSignIn(
  account: Staff,
  browser: { deviceSecret: string | undefined; way: SignInWay },
  deps: Deps,
): Promise<FirstStep> {
  const factor = secondFactorOf(account, deps);
  if (factor !== 'code') {
    const confirmedAt = factor === null ? undefined : new Date(0);
    return { signedIn: await openSession(account, { ...browser, confirmedAt }, deps) };
  }
  const pending = makeSecret();
  await pendingSignInsCollection.rows(deps.portal).insertOne({
    _id: hashSecret(pending),
    staff_id: account._id,
    password_hash: account.password_hash ?? '',
    expires_at: new Date(Date.now() + secondStepSeconds * 1000),
  });
  return { pending };
}

/**
 * Signs in with the code that follows the password. Wrong codes count as wrong passwords do; those from unknown browsers
 * also for the account, since a million codes are few for many networks.
 *
 * @throws DomainError `bad-input` for a wrong or used code, `not-found` when the password has to be given again,
 * `too-many`, `unavailable`.
 */
export async function takeSecondStep(
  { pending, code, deviceSecret }: { pending: string; code: string; deviceSecret: string | undefined },
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<SignedIn> {
  const { deps } = context;
  const open = { _id: hashSecret(pending), expires_at: { $gt: new Date() } };
  const found = await pendingSignInsCollection.rows(deps.portal).findOne(open);
  const account = found && (await staffCollection.model(deps.portal).findById(found.staff_id).lean<Staff>());
  if (!found || !account || !isActive(account) || account.password_hash !== found.password_hash)
    throw startAgain();
  const device = await staffDevices.find({ account: accountOf(account.email), secret: deviceSecret }, deps);
  const { release } = await admit('staff', { device, proof: '' }, context);
  const guess = device
    ? null
    : await deps.limits.reserve(accountLimits.staffCode, account._id).catch(async (error: unknown) => {
        await release();
        throw error;
      });
  if (account.totp_confirmed_at) await staffTwoStep.useCode(ownerOf(account), code, deps);
  const { deletedCount } = await pendingSignInsCollection.rows(deps.portal).deleteOne(open);
  if (deletedCount === 0) throw startAgain();
  await Promise.all([release(), guess?.succeeded()]);
  return openSession(account, { deviceSecret, way: 'password and code' }, deps);
}

function startAgain(): DomainError {
  return new DomainError('not-found', 'That took more than ten minutes. Please log in again.', {
    title: 'Please start again',
  });
}
