'use client';

import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
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
import { SignInDialog } from './saving/dialogs.tsx';
import type { Session } from './two-step/sign-in.tsx';

const checkEveryMs = 15_000;
const warnBeforeMs = 5 * 60_000;
/** Activity renews a session that ends sooner than this, with at most one request a minute. */
const renewBeforeMs = 15 * 60_000;
const renewEveryMs = 60_000;
const activityEvents = ['click', 'keydown', 'input'] as const;

interface SessionState {
  isSignedOut: boolean;
  /** Asks for the password over the page. @returns whether the person has signed in again. */
  signInAgain(): Promise<boolean>;
}

const SessionContext = createContext<SessionState>({ isSignedOut: false, signInAgain: async () => false });

export const useSession = () => useContext(SessionContext);

/**
 * Keeps people where they are when their session ends: the password is asked for in place, after a warning, and work goes
 * on. Payload's own clock would lead away from the page, so the server tells it no end (cms/users/end-sessions.ts).
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user, setUser } = useAuth<ClientUser>();
  const [endsAt, setEndsAt] = useState<number>();
  const [endsSoon, setEndsSoon] = useState(false);
  const [canRenew, setCanRenew] = useState(true);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [asking, setAsking] = useState<'save' | 'page'>();
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const triedAt = useRef(0);
  const userId = user?.id;

  const finish = useCallback((signedIn: boolean) => {
    setAsking(undefined);
    setIsSignedOut(!signedIn);
    for (const answer of waiting.current.splice(0)) answer(signedIn);
  }, []);

  const take = useCallback(
    (session: Session) => {
      setUser(session as Parameters<typeof setUser>[0]);
      setEndsAt(session.endsAt);
    },
    [setUser],
  );

  const check = useCallback(async () => {
    const session = await readSession();
    // Without a response nothing is known; a failing save reports itself.
    if (!session) return;
    if (session.user?.id === userId) {
      take(session);
      finish(true);
      return;
    }
    setEndsAt(undefined);
    setIsSignedOut(true);
    setAsking((what) => what ?? 'page');
  }, [userId, take, finish]);

  const renew = useCallback(async () => {
    const leftMs = (endsAt ?? 0) - Date.now();
    if (leftMs <= 0 || leftMs > renewBeforeMs || Date.now() - triedAt.current < renewEveryMs) return;
    triedAt.current = Date.now();
    const answer = await fetch('/cms/api/users/refresh-token', { method: 'POST' }).catch(() => undefined);
    if (!answer) return;
    const session: Session | undefined = answer.ok ? await answer.json() : undefined;
    if (session) take(session);
    // A session can't be renewed past eight hours after signing in.
    setCanRenew((session?.endsAt ?? 0) - Date.now() > warnBeforeMs);
  }, [endsAt, take]);

  useEffect(() => {
    setEndsSoon(false);
    if (!userId || !endsAt) return;
    const tick = () => {
      const leftMs = endsAt - Date.now();
      setEndsSoon(leftMs > 0 && leftMs < warnBeforeMs);
      if (leftMs <= 0) void check();
    };
    const timer = setInterval(tick, checkEveryMs);
    for (const event of activityEvents) document.addEventListener(event, renew, true);
    return () => {
      clearInterval(timer);
      for (const event of activityEvents) document.removeEventListener(event, renew, true);
    };
  }, [userId, endsAt, check, renew]);

  // Another tab may have signed out or in, and timers don't run while a computer sleeps.
  useEffect(() => {
    if (!userId) return;
    void check();
    const onReturn = () => {
      if (!document.hidden) void check();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [userId, check]);

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
            if (session) take(session);
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
              will be signed out on {mediumEasternDateTime(endsAt)}. What you typed stays here.{' '}
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

/** @returns the session, without a user when signed out; undefined if there was no response. */
async function readSession(): Promise<Session | undefined> {
  const answer = await fetch('/cms/api/users/me', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ? await answer.json() : undefined;
}
