import { useCallback, useEffect, useRef, useState } from 'react';
import { openSessionChannel } from './session-channel.ts';
import { leaveForLogin, logsOut, noteLogOut, type SessionKind } from './session-kind.ts';
import { nextChangeIn, phaseOf, postEveryMs, warnBeforeMs } from './session-time.ts';

interface OpenSession {
  /** Until the end, in milliseconds, as it was when the screen last looked. */
  leftMs: number;
  /** Whether the session has reached its maximum length, so that it cannot be extended any more. */
  atLimit: boolean;
  /** How many requests to extend it have failed. */
  failures: number;
  stay(): void;
}

/**
 * Tracks the session of an open page. Key presses and clicks extend it, at most once a minute; background requests do
 * not. Other tabs are told of both extension and end.
 *
 * @param endsInMs how long the session lasts, as the server said when it rendered the page.
 */
export function useSession(kind: SessionKind, endsInMs: number): OpenSession {
  const [endsAt, setEndsAt] = useState(() => Date.now() + endsInMs);
  const [atLimit, setAtLimit] = useState(endsInMs <= warnBeforeMs);
  const [failures, setFailures] = useState(0);
  const extendedAt = useRef(endsAt - endsInMs);
  const post = useTabs(kind, endsAt, setEndsAt);
  const leftMs = useTimeLeft(kind, endsAt);
  const askToStay = kind.useStay({
    onSuccess(session) {
      const ends = Date.now() + session.endsInMs;
      setAtLimit(session.endsInMs <= warnBeforeMs);
      setEndsAt(ends);
      post(ends);
    },
    onSignedOut: () => leaveForLogin(kind),
    onFailure: () => setFailures((before) => before + 1),
  });
  const stay = useCallback(() => {
    extendedAt.current = Date.now();
    askToStay();
  }, [askToStay]);
  const onActivity = useCallback(() => {
    if (Date.now() - extendedAt.current >= postEveryMs) stay();
  }, [stay]);
  // While the warning is shown, only its buttons count.
  useActivity(phaseOf(leftMs) === 'working', onActivity);
  return { leftMs, atLimit, failures, stay };
}

/** @returns the time left in milliseconds, updated whenever the page has to change. Leaves the page at the end. */
function useTimeLeft(kind: SessionKind, endsAt: number): number {
  const [seen, setSeen] = useState(() => ({ endsAt, leftMs: endsAt - Date.now() }));
  const leftMs = seen.endsAt === endsAt ? seen.leftMs : endsAt - Date.now();
  useEffect(() => {
    const update = () => {
      const left = endsAt - Date.now();
      if (phaseOf(left) === 'expired') leaveForLogin(kind);
      else setSeen({ endsAt, leftMs: left });
    };
    const timer = setTimeout(update, nextChangeIn(leftMs));
    // Timers sleep with the computer: check again when the page becomes visible.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [kind, endsAt, leftMs]);
  return leftMs;
}

/** Calls `onActivity` for every key press and click of the user, while `listening`. */
function useActivity(listening: boolean, onActivity: () => void): void {
  useEffect(() => {
    if (!listening) return;
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, onActivity, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, onActivity);
    };
  }, [listening, onActivity]);
}

/** Keeps the tabs in sync, also about why the session ends. @returns a function that tells the others that the session lasts longer. */
function useTabs(
  kind: SessionKind,
  endsAt: number,
  setEndsAt: (endsAt: number) => void,
): (endsAt: number) => void {
  const channel = useRef<ReturnType<typeof openSessionChannel>>(null);
  const first = useRef(endsAt);
  useEffect(() => {
    const opened = openSessionChannel(kind.name, (message) => {
      if (message.kind === 'over') leaveForLogin(kind);
      else if (message.kind === 'logging-out') noteLogOut(false);
      else setEndsAt(message.endsAt);
    });
    channel.current = opened;
    opened.post({ kind: 'lasts', endsAt: first.current });
    const onSubmit = ({ target }: SubmitEvent) => {
      if (!logsOut(target, kind)) return;
      noteLogOut(true);
      opened.post({ kind: 'logging-out' });
    };
    window.addEventListener('submit', onSubmit);
    return () => {
      window.removeEventListener('submit', onSubmit);
      channel.current = null;
      opened.close();
    };
  }, [kind, setEndsAt]);
  return useCallback((ends: number) => channel.current?.post({ kind: 'lasts', endsAt: ends }), []);
}
