'use client';

import { useAuth } from '@payloadcms/ui';
import type { ClientUser } from 'payload';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { easternTime } from '../eastern-time.ts';
import { SignInDialog } from './saving/dialogs.tsx';

const lookEveryMs = 15_000;
const warnBeforeMs = 5 * 60_000;
/** Use of the page renews a session that ends sooner than this, with at most one request a minute. */
const renewBeforeMs = 15 * 60_000;
const renewEveryMs = 60_000;
const signsOfUse = ['click', 'keydown', 'input'] as const;

type Session = Parameters<ReturnType<typeof useAuth<ClientUser>>['setUser']>[0];

interface SessionState {
  isSignedOut: boolean;
  /** Asks for the password over the page. @returns whether the person has signed in again. */
  signInAgain(): Promise<boolean>;
}

const SessionContext = createContext<SessionState>({ isSignedOut: false, signInAgain: async () => false });

export const useSession = () => useContext(SessionContext);

/**
 * Keeps people where they are when their session ends. Payload's own clock would lead away from the page, and from what is
 * typed in it; here the password is asked for in place, after a warning, and work goes on.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user, setUser, tokenExpirationMs } = useAuth<ClientUser>();
  const [endsAt, setEndsAt] = useState<number>();
  const [endsSoon, setEndsSoon] = useState(false);
  const [canRenew, setCanRenew] = useState(true);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [asking, setAsking] = useState<'save' | 'page'>();
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const triedAt = useRef(0);
  const userId = user?.id;

  // Every answer about the session says when it ends. A session that Payload is given without an end starts no clock.
  useEffect(() => {
    if (!user || !tokenExpirationMs) return;
    setEndsAt(tokenExpirationMs);
    setUser({ user, exp: 0 });
  }, [user, tokenExpirationMs, setUser]);

  const finish = useCallback((signedIn: boolean) => {
    setAsking(undefined);
    setIsSignedOut(!signedIn);
    for (const answer of waiting.current.splice(0)) answer(signedIn);
  }, []);

  const look = useCallback(async () => {
    const session = await readSession();
    // Without an answer nothing is known: a save that fails says so itself.
    if (!session) return;
    if (session.user?.id === userId) {
      setUser(session);
      finish(true);
      return;
    }
    setEndsAt(undefined);
    setIsSignedOut(true);
    setAsking((what) => what ?? 'page');
  }, [userId, setUser, finish]);

  const renew = useCallback(async () => {
    const leftMs = (endsAt ?? 0) - Date.now();
    if (leftMs <= 0 || leftMs > renewBeforeMs || Date.now() - triedAt.current < renewEveryMs) return;
    triedAt.current = Date.now();
    const answer = await fetch('/cms/api/users/refresh-token', { method: 'POST' }).catch(() => undefined);
    if (!answer) return;
    const session: Session | undefined = answer.ok ? await answer.json() : undefined;
    if (session) setUser(session);
    // Eight hours after signing in there is no more to have.
    setCanRenew(Boolean(session && session.exp * 1000 - Date.now() > warnBeforeMs));
  }, [endsAt, setUser]);

  useEffect(() => {
    setEndsSoon(false);
    if (!userId || !endsAt) return;
    const tick = () => {
      const leftMs = endsAt - Date.now();
      setEndsSoon(leftMs > 0 && leftMs < warnBeforeMs);
      if (leftMs <= 0) void look();
    };
    const timer = setInterval(tick, lookEveryMs);
    for (const sign of signsOfUse) document.addEventListener(sign, renew, true);
    return () => {
      clearInterval(timer);
      for (const sign of signsOfUse) document.removeEventListener(sign, renew, true);
    };
  }, [userId, endsAt, look, renew]);

  // Another tab may have signed out or in, and a computer that slept has missed its clock.
  useEffect(() => {
    if (!userId) return;
    const onReturn = () => {
      if (!document.hidden) void look();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [userId, look]);

  const state = useMemo(
    () => ({
      isSignedOut,
      signInAgain: () => {
        setAsking('save');
        return new Promise<boolean>((answer) => waiting.current.push(answer));
      },
    }),
    [isSignedOut],
  );

  return (
    <SessionContext value={state}>
      {children}
      {userId && asking ? (
        <SignInDialog
          email={String(user.email ?? '')}
          saves={asking === 'save'}
          onDone={(session) => {
            if (session) setUser(session as Session);
            finish(Boolean(session));
          }}
        />
      ) : null}
      {userId && !asking ? (
        <div className="session-line" role="status">
          {isSignedOut ? (
            <p>
              You are signed out. What is on this page stays here.{' '}
              <button type="button" className="saving__button" onClick={() => setAsking('page')}>
                Sign in
              </button>
            </p>
          ) : null}
          {endsSoon && endsAt && !isSignedOut ? (
            <p>
              {canRenew ? 'Nothing has happened here for a while.' : 'You signed in eight hours ago.'} You
              will be signed out on {easternTime(endsAt)}. What you typed stays here.{' '}
              {canRenew ? (
                <button type="button" className="saving__button" onClick={() => void renew()}>
                  Stay signed in
                </button>
              ) : null}
            </p>
          ) : null}
        </div>
      ) : null}
    </SessionContext>
  );
}

/** @returns who is signed in, nobody perhaps; nothing when no answer came. */
async function readSession(): Promise<(Session & { user: ClientUser | null }) | undefined> {
  const answer = await fetch('/cms/api/users/me', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ? await answer.json() : undefined;
}
