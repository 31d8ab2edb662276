import type { SessionName } from './session-channel.ts';

/** How a signed-in part of the site keeps its sessions: what the warning says, asks and leads to. */
export interface SessionKind {
  name: SessionName;
  /** @returns the sign-in page's address for a session that ended, which leads back to this page. */
  loginPath(next: string, ended: 'idle'): string;
  /** Where Log Out is posted. */
  logoutPath: string;
  /** Why it ends at all: "To keep your details safe". */
  reason: string;
  /** The call that starts the idle time anew. */
  useStay(answers: { onSuccess(session: { endsInMs: number }): void; onError(error: unknown): void }): {
    mutate(): void;
  };
}

/** Leaves for the sign-in page by a full page load, so that nothing of what was shown stays in memory. */
export function leaveForLogin({ loginPath }: Pick<SessionKind, 'loginPath'>): void {
  const { pathname, search } = window.location;
  window.location.assign(loginPath(pathname + search, 'idle'));
}
