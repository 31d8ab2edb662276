import type { Connection, mongo } from 'mongoose';
import { accountLimits } from '#api/accounts/limits.ts';
import type { SignedIn } from '#api/accounts/sessions.ts';
import { admit } from '#api/accounts/sign-in-gate.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { accountOf, openSession, type SignInWay } from './open-session.ts';
import { isActive, type Staff, staffModel } from './staff.model.ts';
import { staffDevices } from './staff-session.ts';
import { useCode } from './two-step.ts';

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

function pendingSignIns(portal: Connection): mongo.Collection<PendingSignIn> {
  return portal.getClient().db(portal.name).collection<PendingSignIn>('staff_sign_ins');
}

export async function prepareSecondStep(portal: Connection): Promise<void> {
  await pendingSignIns(portal).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

/** What a right password leads to: a session, or the secret by which a code may be given next. */
export type FirstStep = { signedIn: SignedIn } | { pending: string };

/** Opens a session for somebody whose password is right, or asks for the second step where the account has one. */
export async function continueSignIn(
  account: Staff,
  browser: { deviceSecret: string | undefined; way: SignInWay },
  deps: Deps,
): Promise<FirstStep> {
  if (!account.totp_confirmed_at) return { signedIn: await openSession(account, browser, deps) };
  const pending = makeSecret();
  await pendingSignIns(deps.portal).insertOne({
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
  const found = await pendingSignIns(deps.portal).findOne(open);
  const account = found && (await staffModel(deps.portal).findById(found.staff_id).lean<Staff>());
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
  if (account.totp_confirmed_at) await useCode(account, code, deps);
  const { deletedCount } = await pendingSignIns(deps.portal).deleteOne(open);
  if (deletedCount === 0) throw startAgain();
  await Promise.all([release(), guess?.succeeded()]);
  return openSession(account, { deviceSecret, way: 'password and code' }, deps);
}

function startAgain(): DomainError {
  return new DomainError('not-found', 'That took more than ten minutes. Please log in again.', {
    title: 'Please start again',
  });
}
