import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { CookieJar } from '#api/platform/http/cookies.ts';
import { deviceLifetimeSeconds } from './known-devices.ts';
import type { Session, Sessions } from './sessions.ts';

// Routers and base procedures read and set these cookies; verbs only get the secrets in them.

export interface RequestSession<Account = unknown> extends Session<Account> {
  /** The session's secret: binds form tokens to the session, and never leaves the server but in its cookie. */
  secret: string;
}

/** A kind of session, identified by its own cookie. It is read and extended once per request, see `RequestContext.memo`. */
export interface SessionCookie<Account> {
  /**
   * Sets the cookie of a new session and ends the previous one, if any. The browser drops the cookie when it closes; the
   * server ends the session earlier.
   */
  open(context: RequestContext, secret: string): Promise<void>;
  /**
   * @returns the session of the request's cookie, or null when nobody is signed in. It does not extend the session, so an
   * open screen that reads on its own does not keep an absent person signed in.
   */
  read(context: RequestContext): Promise<RequestSession<Account> | null>;
  /** Restarts the idle time, after an action of a person, never of a screen. @returns the session or null. */
  touch(context: RequestContext): Promise<RequestSession<Account> | null>;
  /** Reads it anew: for what takes longer than a request. */
  readAgain(context: RequestContext): Promise<RequestSession<Account> | null>;
  /** Records that its user has just proved their identity again. */
  confirm(context: RequestContext): Promise<void>;
  end(context: RequestContext): Promise<void>;
}

/** @param sessionsOf selects the store of its sessions. */
export function makeSessionCookie<Account>(
  { name, sameSite }: { name: string; sameSite: 'Lax' | 'Strict' },
  sessionsOf: (deps: Deps) => Sessions<Account>,
): SessionCookie<Account> {
  type Found = Promise<RequestSession<Account> | null>;
  const find = async (how: 'read' | 'touch', { cookies, deps }: RequestContext): Found => {
    const secret = cookies.get(name);
    const session = secret ? await sessionsOf(deps)[how](secret) : null;
    return secret && session ? { ...session, secret } : null;
  };
  const findOnce = (how: 'read' | 'touch') => (context: RequestContext) => {
    const known = context.memo.get(name) as { how: 'read' | 'touch'; found: Found } | undefined;
    if (known && (how === 'read' || known.how === 'touch')) return known.found;
    const found = find(how, context);
    context.memo.set(name, { how, found });
    return found;
  };
  const end = async ({ cookies, deps, memo }: RequestContext) => {
    const secret = cookies.get(name);
    if (secret) await sessionsOf(deps).revoke(secret);
    cookies.clear(name);
    memo.delete(name);
  };
  return {
    end,
    async open(context, secret) {
      await end(context);
      context.cookies.set(name, secret, { sameSite });
    },
    async confirm({ cookies, deps, memo }) {
      await sessionsOf(deps).confirm(cookies.get(name) ?? '');
      memo.delete(name);
    },
    read: findOnce('read'),
    touch: findOnce('touch'),
    readAgain: (context) => find('read', context),
  };
}

/** The cookie by which one kind of sign-in recognizes a browser. */
export interface DeviceCookie {
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
