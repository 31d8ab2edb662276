import type { mongo } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';

const ifNotYou =
  'If it was you, there is nothing to do. If it was not, tell an admin of the CMS right away and change your password: somebody else may be using your account.';
const ifUnexpected = 'If you did not expect this, ask your admins about it right away.';

/** Every change of an editor's password, email address or second factor, and what its owner is told to do. */
const changes = {
  password: {
    subject: 'Your CMS password was changed',
    text: 'The password of your account in the CMS was changed, and the account was logged out everywhere else.',
    advice: ifNotYou,
  },
  email: {
    subject: 'Your email address in the CMS was changed',
    text: 'An admin changed the email address of your account in the CMS. Logging in takes the new one, and emails about the account no longer come here.',
    advice: ifUnexpected,
  },
  'two-step-on': {
    subject: 'Two-step login to the CMS was turned on',
    text: 'Logging in to the CMS now asks for a code from an authenticator app, too. New recovery codes were made.',
    advice: ifNotYou,
  },
  'two-step-off': {
    subject: 'Two-step login to the CMS was turned off',
    text: 'Logging in to the CMS no longer asks for a code. Your recovery codes no longer work.',
    advice: ifNotYou,
  },
  'two-step-off-by-admin': {
    subject: 'Two-step login to the CMS was turned off',
    text: 'An admin turned off two-step login for your account in the CMS and logged it out everywhere. Your recovery codes no longer work. Turn it on again on the page of your account.',
    advice: ifUnexpected,
  },
  'recovery-code-used': {
    subject: 'A recovery code for the CMS was used',
    text: 'One of the recovery codes of your account in the CMS was used in place of a code from your authenticator app. It does not work again.',
    advice: ifNotYou,
  },
} as const;
export type EditorChange = keyof typeof changes;

/** Queues the email that tells an editor of a change, in the transaction of the change. It contains no names. */
export async function enqueueEditorEmail(
  { email, change, firm }: { email: string; change: EditorChange; firm: Firm },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const { subject, text, advice } = changes[change];
  const written = writeEmail({ firm, subject, heading: subject, paragraphs: [text, advice] });
  await enqueue({ kind: 'staff-security', to: email, ...written }, { portal, keys, session });
}
