import { type FormName, getForm } from '@claimdesk/forms/registry';
import type { Toast } from '../../components/toast.tsx';
import { noticeCookie } from '../../session/notice-cookie.server.ts';

/** What the page after a redirect says first. The words are those of SPEC section 8. */
const notices = {
  registered: successOf('client-registration'),
  'signed-in': successOf('client-login'),
  'signed-out': {
    kind: 'success',
    title: 'You have logged out',
    text: 'If other people use this device, close the browser too.',
  },
} as const satisfies Record<string, Toast>;

type NoticeName = keyof typeof notices;

const { leave, take } = noticeCookie(
  'client-notice',
  (name): name is NoticeName => name !== undefined && Object.hasOwn(notices, name),
);

export const leaveClientNotice = leave;

/** @returns what the page before left to say, once. */
export function takeClientNotice(site: Parameters<typeof take>[0]): Toast | null {
  const name = take(site);
  return name && notices[name];
}

function successOf(form: FormName): Toast {
  const { successTitle: title, successText: text } = getForm(form).ui;
  return { kind: 'success', title, text };
}
