import { leaveForLogin, type SessionKind } from '../../session/session-kind.ts';
import { signedInPart } from '../../session/signed-in-part.ts';
import { trpc } from '../../trpc.ts';

/** The client portal and its way in. */
export const portal = signedInPart({
  loginPage: '/client-login',
  firstPage: '/client-portal',
  pages: /^\/client-portal(?!\/logout)(\/[a-z-]+)*$/,
});

export const logoutPath = '/client-portal/logout';

/** The session of a client, as their open pages keep it. */
export const clientSession: SessionKind = {
  name: 'client-session',
  loginPath: portal.loginPath,
  logoutPath,
  reason: 'To keep your details safe',
  useStay: (answers) => trpc.clients.stay.useMutation(answers),
};

export function leaveForClientLogin(): void {
  leaveForLogin(clientSession);
}
