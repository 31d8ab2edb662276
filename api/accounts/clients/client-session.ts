import { makeSessionCookie } from '#api/accounts/session-cookie.ts';

/** Lax, so that a link in our emails takes a signed-in client to the portal. */
export const {
  open: openClientSession,
  read: readClientSession,
  touch: touchClientSession,
  end: endClientSession,
} = makeSessionCookie({ name: 'client', sameSite: 'Lax' }, ({ clientSessions }) => clientSessions);
