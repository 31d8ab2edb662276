import type { RequestContext } from '../context.ts';
import type { Session } from '../sessions.ts';

const cookie = 'admin';

/**
 * Puts a new session into the answer's cookie and ends the one that was there, if any. The browser forgets it when it
 * closes; the server ends it earlier.
 */
export async function openStaffSession(context: RequestContext, secret: string): Promise<void> {
  await endStaffSession(context);
  context.cookies.set(cookie, secret, { sameSite: 'Strict' });
}

/**
 * @returns the session of the request's cookie, or null when nobody is signed in. It does not prolong the session, so
 * an open screen that reads by itself does not keep an absent person signed in.
 */
export async function lookAtStaffSession({ cookies, deps }: RequestContext): Promise<Session | null> {
  const secret = cookies.get(cookie);
  return secret ? deps.staffSessions.look(secret) : null;
}

/** @returns the session after starting its idle time anew: for what a person did, never for what a screen did. */
export async function prolongStaffSession({ cookies, deps }: RequestContext): Promise<Session | null> {
  const secret = cookies.get(cookie);
  return secret ? deps.staffSessions.prolong(secret) : null;
}

export async function endStaffSession({ cookies, deps }: RequestContext): Promise<void> {
  const secret = cookies.get(cookie);
  if (secret) await deps.staffSessions.revoke(secret);
  cookies.clear(cookie);
}
