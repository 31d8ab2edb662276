import { makeKnownDevices } from '#api/accounts/known-devices.ts';
import { makeSessionCookie } from '#api/accounts/session-cookie.ts';

/** The name of the cookie with the session's secret. */
export const staffCookie = 'admin';

export const {
  open: openStaffSession,
  read: readStaffSession,
  touch: touchStaffSession,
  end: endStaffSession,
} = makeSessionCookie({ name: staffCookie, sameSite: 'Strict' }, ({ staffSessions }) => staffSessions);

/** The known browsers of each account; the shared admin password counts as one account. */
export const staffDevices = makeKnownDevices({
  cookie: 'admin-device',
  sameSite: 'Strict',
  collection: 'staff_devices',
  accountField: 'account',
  purpose: 'staff-account',
});
