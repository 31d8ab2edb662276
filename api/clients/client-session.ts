import type { RequestContext } from '../context.ts';
import type { Session } from '../sessions.ts';

const cookie = 'client';

/**
 * Puts a new session into the answer's cookie and ends the one that was there, if any. The browser forgets it when it
 * closes; the server ends it earlier. Lax, so that a link in our mail leads a signed-in client to the portal.
 */
export async function openClientSession(context: RequestContext, secret: string): Promise<void> {
  await endClientSession(context);
  context.cookies.set(cookie, secret, { sameSite: 'Lax' });
}

/** @returns the session of the request's cookie without prolonging it, or null when nobody is signed in. */
export async function lookAtClientSession({ cookies, deps }: RequestContext): Promise<Session | null> {
  const secret = cookies.get(cookie);
  return secret ? deps.clientSessions.look(secret) : null;
}

/** @returns the session after starting its idle time anew: for what a person did, never for what a screen did. */
export async function prolongClientSession({ cookies, deps }: RequestContext): Promise<Session | null> {
  const secret = cookies.get(cookie);
  return secret ? deps.clientSessions.prolong(secret) : null;
}

export async function endClientSession({ cookies, deps }: RequestContext): Promise<void> {
  const secret = cookies.get(cookie);
  if (secret) await deps.clientSessions.revoke(secret);
  cookies.clear(cookie);
}
