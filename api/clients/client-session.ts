import { sessionCookie } from '../session-cookie.ts';

/** Lax, so that a link in our mail leads a signed-in client to the portal. */
export const {
  open: openClientSession,
  look: lookAtClientSession,
  prolong: prolongClientSession,
  end: endClientSession,
} = sessionCookie({ name: 'client', sameSite: 'Lax' }, ({ clientSessions }) => clientSessions);
