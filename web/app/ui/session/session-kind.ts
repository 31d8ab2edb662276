import { isTyped } from '#web/app/ui/forms/is-typed.ts';
import type { SessionName } from './session-channel.ts';

/** How a signed-in part of the site keeps its session open: what the warning says and calls. */
export interface SessionKind {
  name: SessionName;
  /** @returns the sign-in page's address for a session that ended, which returns to this page. */
  loginPath(next: string, ended: 'idle'): string;
  logoutPath: string;
  /** Why sessions end: "To keep your details safe". */
  reason: string;
  /** @returns a function, the same at every render, that restarts the idle time. */
  useStay(answers: StayAnswers): () => void;
}

export interface StayAnswers {
  onSuccess(session: { endsInMs: number }): void;
  onSignedOut(): void;
  /** The server could not be reached, or did not answer as expected. */
  onFailure(): void;
}

/** Several calls of a page are refused at once when its session ends; the page is left once. */
const onceWithinMs = 5_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** On a form whose action keeps what is posted with `_ends` for after the next sign-in; its files are not posted then. */
export const keepsTyped = { 'data-keeps-typed': '' };

/**
 * Goes to the sign-in page by a full page load, so that nothing of the page stays in memory. A form that keeps its
 * typed text goes there itself.
 */
export function leaveForLogin({ loginPath }: Pick<SessionKind, 'loginPath'>): void {
  const now = performance.now();
  if (now - leftAt < onceWithinMs) return;
  leftAt = now;
  const typed = document.querySelector<HTMLFormElement>('form[data-keeps-typed]');
  if (typed && isTyped(typed)) {
    const ends = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: '_ends',
      value: 'on',
    });
    typed.append(ends);
    for (const each of typed.querySelectorAll<HTMLInputElement>('input[type=file]')) each.disabled = true;
    typed.submit();
    return;
  }
  const { pathname, search } = window.location;
  window.location.assign(loginPath(pathname + search, 'idle'));
}
