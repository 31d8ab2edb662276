import { makeKnownDevices } from '#api/accounts/known-devices.ts';
import { makeDeviceCookie, makeSessionCookie } from '#api/accounts/sign-in-cookies.ts';

export const {
  open: openStaffSession,
  read: readStaffSession,
  touch: touchStaffSession,
  readAgain: readStaffSessionAgain,
  confirm: confirmStaffSession,
  end: endStaffSession,
} = makeSessionCookie({ name: 'admin', sameSite: 'Strict' }, ({ staffSessions }) => staffSessions);

export const staffDeviceCookie = makeDeviceCookie({ name: 'admin-device', sameSite: 'Strict' });

/** Holds the secret of a sign-in that still needs its code. */
export const secondStepCookie = 'admin-second-step';

/** What a browser keeps while its user signs in at the provider, which sends it back from another site. */
export const singleSignOnCookie = 'admin-sso';

/** The known browsers of each account; the shared admin password counts as one account. */
export const staffDevices = makeKnownDevices({
  name: 'staff_devices',
  whose: 'staff',
  accountField: 'account',
  purpose: 'staff-account',
});
