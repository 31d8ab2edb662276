import type { Toast } from '#web/app/ui/components/toast-card.tsx';

/** What a native form leaves in a cookie, for the page after its redirect to show first. Dialogs have their own words. */
export const notices = {
  'signed-in': { kind: 'success', title: 'Success', text: 'Logged in successfully' },
  'still-signed-in': {
    kind: 'error',
    title: 'You are still logged in',
    text: 'That page was older than your session. Log out from this one.',
  },
  'document-added': {
    kind: 'success',
    title: 'Document uploaded',
    text: 'It is the newest document on this page.',
  },
  'signed-out': {
    kind: 'success',
    title: 'Logged out',
    text: 'You have logged out. If other people use this computer, close the browser too.',
  },
  'signed-out-everywhere': {
    kind: 'success',
    title: 'Logged out everywhere',
    text: 'This account is logged out on every device. Log in again to continue.',
  },
} as const satisfies Record<string, Toast>;

export type NoticeName = keyof typeof notices;

export function isNotice(name: string | undefined): name is NoticeName {
  return name !== undefined && Object.hasOwn(notices, name);
}
