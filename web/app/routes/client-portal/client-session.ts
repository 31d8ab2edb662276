import { useCallback, useEffect, useRef } from 'react';
import type { SessionKind, StayAnswers } from '#web/app/session/session-kind.ts';
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
  const response = await fetch('/trpc/clients.stay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  if (response.status === 401) return null;
  const { result } = (await response.json()) as { result?: { data: { endsInMs: number } } };
  if (!result) throw new Error('The session could not be extended.');
  return result.data;
}
