import { type FormName, getForm } from '@claimdesk/forms/registry';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';
import { forSignedIn } from '#web/app/ui/session/for-signed-in.server.ts';
import { noticeCookie } from '#web/app/ui/session/notice-cookie.server.ts';
import { portal } from './portal.ts';
import {
  type EntryAction,
  entryActions,
  type Kind,
  kinds,
  successOf as successOfChange,
} from './profile/profile-words.ts';

/** The messages that the page after a redirect shows first. */
const accountNotices = {
  registered: successOf('client-registration'),
  'signed-in': successOf('client-login'),
  'pin-code-asked': successOf('client-pin-code'),
  'pin-set': successOf('client-login-reset'),
  'signed-out': {
    kind: 'success',
    title: 'You have logged out',
    text: 'If other people use this device, close the browser too.',
  },
  'signed-out-everywhere': {
    kind: 'success',
    title: 'You have logged out everywhere',
    text: 'Every phone and computer is logged out now, this one too.',
  },
  'address-waiting': {
    kind: 'success',
    title: 'Success!',
    text: 'Your address was updated. We tell Social Security when we know that this account is yours.',
  },
  'address-held': {
    kind: 'success',
    title: 'Success!',
    text: 'Your address was updated. We tell Social Security once we know that this change is yours.',
  },
  'letter-told': successOf('client-letter'),
  'account-confirmed': {
    kind: 'success',
    title: 'Your account is confirmed',
    text: 'Your account will stay open, and you can now see everything here.',
  },
  'email-verified': {
    kind: 'success',
    title: 'Success!',
    text: 'Your email address is verified.',
  },
} as const satisfies Record<string, Toast>;

/** By what was done and to which kind of entry. */
const profileNotices = Object.fromEntries(
  kinds.flatMap((kind) =>
    entryActions.map((action) => [`${action} ${kind}`, successOfChange(kind, action, successOf(kind))]),
  ),
) as Record<`${EntryAction} ${Kind}`, Toast>;

const notices = { ...accountNotices, ...profileNotices };

export type ClientNotice = keyof typeof notices;

const { leave, take } = noticeCookie(
  'client-notice',
  (name): name is ClientNotice => name !== undefined && Object.hasOwn(notices, name),
);

export const leaveClientNotice = leave;

/** @returns the notice that the previous page left, once. */
export function takeClientNotice(site: Parameters<typeof take>[0]): Toast | null {
  const name = take(site);
  return name && notices[name];
}

/** @returns what the page says of something that was done. */
export function noticeOf(name: ClientNotice): Toast {
  return notices[name];
}

function successOf(form: FormName): Toast {
  const { successTitle: title, successText: text } = getForm(form).ui;
  return { kind: 'success', title, text };
}

/** Reads what a page of the portal shows, or redirects to the login page and back. */
export const forClient = forSignedIn(portal, 'client');
