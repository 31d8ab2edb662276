import type { BrowserRouter, ProcedureName } from '@claimdesk/api/router';
import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import type { SessionKind, StayAnswers } from '#web/app/ui/session/session-kind.ts';
import { logoutPath, portal } from './portal.ts';

/** How open pages of the portal keep the client session. */
export const clientSession: SessionKind = {
  name: 'client-session',
  loginPath: portal.loginPath,
  logoutPath,
  reason: 'To keep your details safe',
  useStay,
};

/** The only background call of the portal's pages, without a client library that every phone would have to load. */
function useStay(answers: StayAnswers): () => void {
  const latest = useRef(answers);
  useEffect(() => {
    latest.current = answers;
  });
  return useCallback(() => {
    void stay().then(
      (session) => (session ? latest.current.onSuccess(session) : latest.current.onSignedOut()),
      () => latest.current.onFailure(),
    );
  }, []);
}

/** Restarts the idle time. @returns null when the session has ended. @throws Error when there is no usable response. */
export async function stay(): Promise<{ endsInMs: number } | null> {
  const path: `/trpc/${ProcedureName<BrowserRouter>}` = '/trpc/clients.stay';
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  if (response.status === 401) return null;
  const { result } = (await response.json()) as { result?: { data: { endsInMs: number } } };
  if (!result) throw new Error('The session could not be extended.');
  return result.data;
}

/** From one page of the site to another, or to other forms of the same page. */
type Navigation = Parameters<BlockerFunction>[0];

interface LeaveQuestion {
  /** Asked within the site. A browser that leaves the site or reloads the page asks with words of its own. */
  question: string;
  /** @returns whether leaving loses something; `navigation` is left out where the browser leaves the page. */
  wouldLose: (navigation?: Navigation) => boolean;
  /** Whether Log Out is never held up. */
  mayLogOut?: boolean;
}

/** Asks before somebody leaves a page that would lose something. */
export function useLeaveQuestion({ question, wouldLose, mayLogOut = false }: LeaveQuestion): void {
  const mayLeave = useRef(false);
  const isCalling = useRef(false);
  useBlocker((navigation) => {
    if (!wouldLose(navigation)) return false;
    mayLeave.current = window.confirm(question);
    return !mayLeave.current;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const isForCall = isCalling.current;
      isCalling.current = false;
      if (!isForCall && !mayLeave.current && wouldLose()) event.preventDefault();
    };
    // Only Log Out posts a form of these pages as the browser does.
    const onSubmit = (event: SubmitEvent) => {
      if (mayLogOut && !event.defaultPrevented) mayLeave.current = true;
    };
    // A link that calls us leaves nothing, although browsers say that the page is unloaded.
    const onClick = ({ target }: MouseEvent) => {
      isCalling.current = target instanceof Element && target.closest('a[href^="tel:"]') !== null;
    };
    window.addEventListener('click', onClick);
    window.addEventListener('beforeunload', warn);
    window.addEventListener('submit', onSubmit);
    return () => {
      window.removeEventListener('click', onClick);
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('submit', onSubmit);
    };
  });
}
