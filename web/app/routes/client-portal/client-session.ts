import { leaveForLogin, type SessionKind } from '../../session/session-kind.ts';
import { trpc } from '../../trpc.ts';
import { logoutPath, portal } from './portal.ts';

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
