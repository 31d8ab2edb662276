import type { Deps } from './connect.ts';
import type { RequestContext } from './context.ts';
import type { Session, Sessions } from './sessions.ts';

/** A kind of session as the browser holds it: in a cookie of its own. */
export interface SessionCookie {
  /**
   * Puts a new session into the answer's cookie and ends the one that was there, if any. The browser forgets it when it
   * closes; the server ends it earlier.
   */
  open(context: RequestContext, secret: string): Promise<void>;
  /**
   * @returns the session of the request's cookie, or null when nobody is signed in. It does not prolong the session, so
   * an open screen that reads by itself does not keep an absent person signed in.
   */
  look(context: RequestContext): Promise<Session | null>;
  /** @returns the session after starting its idle time anew: for what a person did, never for what a screen did. */
  prolong(context: RequestContext): Promise<Session | null>;
  end(context: RequestContext): Promise<void>;
}

/** @param sessionsOf where its sessions are kept. */
export function sessionCookie(
  { name, sameSite }: { name: string; sameSite: 'Lax' | 'Strict' },
  sessionsOf: (deps: Deps) => Sessions,
): SessionCookie {
  const end = async ({ cookies, deps }: RequestContext) => {
    const secret = cookies.get(name);
    if (secret) await sessionsOf(deps).revoke(secret);
    cookies.clear(name);
  };
  return {
    end,
    async open(context, secret) {
      await end(context);
      context.cookies.set(name, secret, { sameSite });
    },
    async look({ cookies, deps }) {
      const secret = cookies.get(name);
      return secret ? sessionsOf(deps).look(secret) : null;
    },
    async prolong({ cookies, deps }) {
      const secret = cookies.get(name);
      return secret ? sessionsOf(deps).prolong(secret) : null;
    },
  };
}
