import type { mongo } from 'mongoose';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { type Staff, staffCollection } from './staff.model.ts';

const ifNotYou =
  'If it was you, there is nothing to do. If it was not, tell an administrator right away and change your password: somebody else may be using your account.';
const ifUnexpected = 'If you did not expect this, ask your administrators about it right away.';

/** Every change of an account's password, second factor, sessions or calendar address, and what its owner is told to do. */
const changes = {
  password: {
    subject: 'Your back-office password was changed',
    text: 'The password of your account in the back office was changed, and the account was logged out everywhere else.',
    advice: ifNotYou,
  },
  'two-step-on': {
    subject: 'Two-step login was turned on',
    text: 'Logging in to the back office with your password now asks for a code from an authenticator app, too. New recovery codes were made.',
    advice: ifNotYou,
  },
  'two-step-off': {
    subject: 'Two-step login was turned off',
    text: 'Logging in to the back office with your password no longer asks for a code. Your recovery codes no longer work.',
    advice: ifNotYou,
  },
  'two-step-off-by-admin': {
    subject: 'Two-step login was turned off',
    text: 'An administrator turned off two-step login for your account in the back office. Your recovery codes no longer work. Turn it on again on the page of your account.',
    advice: ifUnexpected,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'One of the recovery codes of your account in the back office was used in place of a code from your authenticator app. It does not work again.',
    advice: ifNotYou,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account in the back office. Whoever has it can log in without your password.',
    advice: ifNotYou,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your account in the back office. It can no longer be used to log in.',
    advice: ifNotYou,
  },
  'passkeys-removed-by-admin': {
    subject: 'Your passkeys were removed',
    text: 'An administrator removed all passkeys from your account in the back office. You can log in with your password and add new ones.',
    advice: ifUnexpected,
  },
  'calendar-address': {
    subject: 'An address for your calendar was made',
    text: 'On the page of your account in the back office an address for calendar apps was made. Whoever has it can read what you have to do, without names of clients. An earlier address no longer works.',
    advice: ifNotYou,
  },
  'single-sign-on': {
    subject: 'Your account was connected to your organization’s login',
    text: 'From now on your account in the back office opens with your organization’s login. A link to choose a password that was sent to you before no longer works.',
    advice: ifNotYou,
  },
  'logged-out': {
    subject: 'Your account was logged out everywhere',
    text: 'Your account in the back office was logged out on every computer and phone, by somebody who was logged in to it.',
    advice: ifNotYou,
  },
  'disabled-by-admin': {
    subject: 'Your back-office account was disabled',
    text: 'An administrator disabled your account in the back office. It was logged out everywhere.',
    advice: ifUnexpected,
  },
} as const;
export type SecurityChange = keyof typeof changes;

/**
 * Queues the email that tells an account's owner of a change, in the transaction of the change. It contains no names, because other
 * people may read the mail. The shared admin password has no owner.
 */
export async function enqueueOwnerEmail(
  { email, change, firm }: { email: string | undefined; change: SecurityChange; firm: Firm },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  if (email === undefined) return;
  const { subject, text, advice } = changes[change];
  const written = writeEmail({ firm, subject, heading: subject, paragraphs: [text, advice] });
  await enqueue({ kind: 'staff-security', to: email, ...written }, { portal, keys, session });
}

/** Changes an account and tells its owner, both or neither. @param work returns whether anything changed. */
export async function changeAndTell(
  { staffId, change }: { staffId: string; change: SecurityChange },
  deps: Pick<Deps, 'portal' | 'keys' | 'readFirm'>,
  work: (session: mongo.ClientSession) => Promise<boolean>,
): Promise<boolean> {
  const firm = await deps.readFirm();
  return inTransaction(deps.portal, async (session) => {
    const changed = await work(session);
    if (!changed) return false;
    const { email } = await staffCollection
      .model(deps.portal)
      .findById(staffId, { email: 1 })
      .session(session)
      .lean<Pick<Staff, 'email'>>()
      .orFail();
    await enqueueOwnerEmail({ email, change, firm }, deps, session);
    return true;
  });
}
