import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { CookieJar } from '#api/platform/http/cookies.ts';
import { deviceLifetimeSeconds } from './known-devices.ts';
import type { Session, Sessions } from './sessions.ts';

// Routers and base procedures read and set these cookies; verbs only get the secrets in them.

/** The session of the request's cookie. */
export interface RequestSession extends Session {
  /** The session's secret: binds form tokens to the session, and never leaves the server but in its cookie. */
  secret: string;
}

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
  read(context: RequestContext): Promise<RequestSession | null>;
  /** Restarts the idle time, after an action of a person, never of a screen. @returns the session or null. */
  touch(context: RequestContext): Promise<RequestSession | null>;
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
  const find = (how: 'read' | 'touch') => async (context: RequestContext) => {
    const secret = context.cookies.get(name);
    const session = secret ? await sessionsOf(context.deps)[how](secret) : null;
    return secret && session ? { ...session, secret } : null;
  };
  return {
    end,
    async open(context, secret) {
      await end(context);
      context.cookies.set(name, secret, { sameSite });
    },
    read: find('read'),
    touch: find('touch'),
  };
}

/** The cookie by which one kind of sign-in recognizes a browser. */
export interface DeviceCookie {
  /** @returns the browser's secret, or undefined before its first sign-in. */
  read(cookies: CookieJar): string | undefined;
  set(cookies: CookieJar, secret: string): void;
}

export function makeDeviceCookie({
  name,
  sameSite,
}: {
  name: string;
  sameSite: 'Lax' | 'Strict';
}): DeviceCookie {
  return {
    read: (cookies) => cookies.get(name),
    set: (cookies, secret) => cookies.set(name, secret, { sameSite, maxAge: deviceLifetimeSeconds }),
  };
}
