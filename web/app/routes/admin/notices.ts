import type { Toast } from '#web/app/components/toast-card.tsx';

/** What the page after a redirect says first. */
export const notices = {
  'signed-in': { kind: 'success', title: 'Success', text: 'Logged in successfully' },
  'evaluations-approved': {
    kind: 'success',
    title: 'Status Updated',
    text: 'Case evaluation marked as approved',
  },
  'evaluations-rejected': {
    kind: 'success',
    title: 'Status Updated',
    text: 'Case evaluation marked as rejected',
  },
  'applications-approved': {
    kind: 'success',
    title: 'Application Approved',
    text: 'The attorney is in the directory now.',
  },
  'applications-rejected': { kind: 'success', title: 'Application Rejected', text: undefined },
  'still-signed-in': {
    kind: 'error',
    title: 'You are still logged in',
    text: 'That page was older than your session. Log out from this one.',
  },
  'login-confirmed': {
    kind: 'success',
    title: 'Account confirmed',
    text: 'It stays, and the client is no longer asked to call.',
  },
  'login-reopened': {
    kind: 'success',
    title: 'Login open again',
    text: 'Wrong tries of before no longer count.',
  },
  'login-freed': {
    kind: 'success',
    title: 'Number freed',
    text: 'The old account has ended. The caller can register again now.',
  },
  'mail-retried': { kind: 'success', title: 'Trying again', text: 'The mail is being sent now.' },
  'mail-given-up': {
    kind: 'success',
    title: 'Given up',
    text: 'It will not be sent unless you try it again.',
  },
  'signed-out-everywhere': {
    kind: 'success',
    title: 'Signed out everywhere',
    text: 'This account is signed out on every device. Sign in again to go on.',
  },
} as const satisfies Record<string, Toast>;

export type NoticeName = keyof typeof notices;

export function isNotice(name: string | undefined): name is NoticeName {
  return name !== undefined && Object.hasOwn(notices, name);
}
