import type { User } from '@claimdesk/cms/types';
import { makeKnownDevices } from '#api/accounts/known-devices.ts';
import { accountLimits } from '#api/accounts/limits.ts';
import { makeDeviceCookie } from '#api/accounts/sign-in-cookies.ts';
import { admit } from '#api/accounts/sign-in-gate.ts';
import type { TwoStepSetup } from '#api/accounts/two-step/make-two-step.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type EditorSession, openSession } from './open-session.ts';
import { editorTwoStep, editorTwoStepCollection, mustHaveTwoStep, setUpEditorTwoStep } from './two-step.ts';

export const editorDeviceCookie = makeDeviceCookie({ name: 'cms-device', sameSite: 'Strict' });

export const editorDevices = makeKnownDevices({
  name: 'editor_devices',
  whose: 'editors',
  accountField: 'account',
  purpose: 'cms-account',
});

/** What follows a right password: a session, or what is missing. */
export type EditorSignIn =
  | { next: 'session'; session: EditorSession; deviceSecret: string; recoveryCodes?: string[] }
  | { next: 'code' }
  | { next: 'set-up'; setup: TwoStepSetup };

interface Credentials {
  /** As typed. */
  email: string;
  password: string;
  /** Of the app, or a recovery code; empty until it is asked for. */
  code: string;
  /** What the browser keeps of earlier sign-ins; undefined if it was never known. */
  deviceSecret: string | undefined;
}

/** Ends a sign-in whose password is right, before a session is stored. */
class Missing extends Error {
  readonly next: 'code' | 'set-up' | 'first code';
  readonly user: User;

  constructor(next: Missing['next'], user: User) {
    super();
    this.next = next;
    this.user = user;
  }
}

/**
 * Signs an editor in by the same rules as staff: with the password, and a code where the account has two steps. Whoever must have
 * two steps sets them up on the way: the first code turns them on. Until then nothing is stored that could be used.
 *
 * Payload compares the password and owns the session; guessing is limited here, because the CMS has neither the counters nor
 * the keys. Wrong codes count as wrong passwords do; those from unknown browsers also for the account.
 *
 * @throws DomainError `signed-out` for a wrong password, `bad-input` for a wrong or used code, `too-many` with how long to wait,
 * `unavailable` when the queue is full, `conflict`.
 */
export async function signInEditor(
  { email, password, code, deviceSecret }: Credentials,
  context: Pick<RequestContext, 'deps' | 'address'>,
): Promise<EditorSignIn> {
  const account = email.trim().toLowerCase();
  const { deps } = context;
  const device = await editorDevices.find({ account, secret: deviceSecret }, deps);
  const { rank, release } = await admit('cms', { device, proof: '', waitInRequest: true }, context);
  // Of this request, which compares the password again where Payload conflicts with another sign-in: a code works once.
  let codeWasRight = false;

  async function passwordIsRight(user: User): Promise<void> {
    if (codeWasRight) return;
    const row = await editorTwoStepCollection.rows(deps.portal).findOne({ _id: user.id });
    if (row?.totp_confirmed_at || user.twoStep) {
      if (!row?.totp_confirmed_at) throw lostCodes();
      if (code === '') throw new Missing('code', user);
      const guess = device ? null : await deps.limits.reserve(accountLimits.staffCode, `editor ${user.id}`);
      await editorTwoStep.useCode(user, code, deps);
      await guess?.succeeded();
    } else if (await mustHaveTwoStep(user, deps)) {
      throw new Missing(code === '' ? 'set-up' : 'first code', user);
    }
    codeWasRight = true;
  }

  const attempt = { email, password, queue: device ? 'known' : 'strangers', rank, passwordIsRight } as const;
  let recoveryCodes: string[] | undefined;
  let session: EditorSession;
  try {
    session = await openSession(attempt, deps).catch(async (error: unknown) => {
      if (!(error instanceof Missing) || error.next !== 'first code') throw error;
      recoveryCodes = await editorTwoStep.confirm(error.user, code, deps);
      codeWasRight = true;
      return openSession(attempt, deps);
    });
  } catch (error) {
    // Only a wrong password or code counts, not what is missing or an error of ours.
    if (!isWrong(error)) await release();
    if (!(error instanceof Missing)) throw error;
    return error.next === 'code'
      ? { next: 'code' }
      : { next: 'set-up', setup: await setUpEditorTwoStep(error.user, deps) };
  }
  await release();
  const browser = { account, userId: account, secret: deviceSecret };
  return {
    next: 'session',
    session,
    deviceSecret: await editorDevices.remember(browser, deps),
    ...(recoveryCodes ? { recoveryCodes } : {}),
  };
}

function isWrong(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    (error.code === 'signed-out' || (error.code === 'bad-input' && 'code' in error.fields))
  );
}

function lostCodes(): DomainError {
  const text =
    'Codes of this account can no longer be checked. Ask an admin to turn off two-step login for you.';
  return new DomainError('conflict', text, { title: 'Login Failed' });
}
