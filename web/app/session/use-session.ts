import { useCallback, useEffect, useRef, useState } from 'react';
import { isRefusal } from '../trpc.ts';
import { openSessionChannel } from './session-channel.ts';
import { leaveForLogin, type SessionKind } from './session-kind.ts';
import { nextChangeIn, phaseOf, tellEveryMs, warnBeforeMs } from './session-time.ts';

interface OpenSession {
  /** Until the end, in milliseconds, as it was when the screen last looked. */
  leftMs: number;
  /** Staying does not help any more: the session reaches the longest time that one may last. */
  atLimit: boolean;
  /** How often the server could not be asked to prolong it. */
  failures: number;
  stay(): void;
}

/**
 * Follows the session of an open screen. Keys and presses prolong it, at most once a minute; what the screen does by
 * itself does not. Other tabs hear of it, and of its end.
 *
 * @param endsInMs how long the server said that it lasts when it made the page.
 */
export function useSession(kind: SessionKind, endsInMs: number): OpenSession {
  const [endsAt, setEndsAt] = useState(() => Date.now() + endsInMs);
  const [atLimit, setAtLimit] = useState(endsInMs <= warnBeforeMs);
  const [failures, setFailures] = useState(0);
  const told = useRef(endsAt - endsInMs);
  const tell = useTabs(kind, endsAt, setEndsAt);
  const leftMs = useTimeLeft(kind, endsAt);
  const { mutate } = kind.useStay({
    onSuccess(session) {
      const ends = Date.now() + session.endsInMs;
      setAtLimit(session.endsInMs <= warnBeforeMs);
      setEndsAt(ends);
      tell(ends);
    },
    onError(error) {
      if (isRefusal(error, 'UNAUTHORIZED')) leaveForLogin(kind);
      else setFailures((before) => before + 1);
    },
  });
  const stay = useCallback(() => {
    told.current = Date.now();
    mutate();
  }, [mutate]);
  const work = useCallback(() => {
    if (Date.now() - told.current >= tellEveryMs) stay();
  }, [stay]);
  // Under the warning only the answer to it counts.
  useActivity(phaseOf(leftMs) === 'working', work);
  return { leftMs, atLimit, failures, stay };
}

/** @returns how long it is until the end, anew whenever there is something new to show. Leaves when it is over. */
function useTimeLeft(kind: SessionKind, endsAt: number): number {
  const [seen, setSeen] = useState(() => ({ endsAt, leftMs: endsAt - Date.now() }));
  const leftMs = seen.endsAt === endsAt ? seen.leftMs : endsAt - Date.now();
  useEffect(() => {
    const look = () => {
      const left = endsAt - Date.now();
      if (phaseOf(left) === 'over') leaveForLogin(kind);
      else setSeen({ endsAt, leftMs: left });
    };
    const timer = setTimeout(look, nextChangeIn(leftMs));
    // Timers sleep with the computer: look again when somebody is back.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [kind, endsAt, leftMs]);
  return leftMs;
}

/** Calls `onWork` for every key and press of a person, while `listening`. */
function useActivity(listening: boolean, onWork: () => void): void {
  useEffect(() => {
    if (!listening) return;
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, onWork, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, onWork);
    };
  }, [listening, onWork]);
}

/** Keeps the tabs in step. @returns what tells the others that the session lasts longer. */
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
      else setEndsAt(message.endsAt);
    });
    channel.current = opened;
    opened.tell({ kind: 'lasts', endsAt: first.current });
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [kind, setEndsAt]);
  return useCallback((ends: number) => channel.current?.tell({ kind: 'lasts', endsAt: ends }), []);
}
