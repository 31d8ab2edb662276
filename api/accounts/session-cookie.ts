import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Session, Sessions } from './sessions.ts';

/** A kind of session, identified by its own cookie. */
export interface SessionCookie {
  /**
   * Sets the cookie of a new session and ends the previous one, if any. The browser drops the cookie when it closes; the
   * server ends the session earlier.
   */
  open(context: RequestContext, secret: string): Promise<void>;
  /**
   * @returns the session of the request's cookie, or null when nobody is signed in. It does not extend the session, so an
   * open screen that reads on its own does not keep an absent person signed in.
   */
  read(context: RequestContext): Promise<Session | null>;
  /** Restarts the idle time, after an action of a person, never of a screen. @returns the session or null. */
  touch(context: RequestContext): Promise<Session | null>;
  end(context: RequestContext): Promise<void>;
}

/** @param sessionsOf selects the store of its sessions. */
export function makeSessionCookie(
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
    async read({ cookies, deps }) {
      const secret = cookies.get(name);
      return secret ? sessionsOf(deps).read(secret) : null;
    },
    async touch({ cookies, deps }) {
      const secret = cookies.get(name);
      return secret ? sessionsOf(deps).touch(secret) : null;
    },
  };
}
