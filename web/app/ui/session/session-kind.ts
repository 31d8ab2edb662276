import { isTyped } from '#web/app/ui/forms/is-typed.ts';
import type { SessionName } from './session-channel.ts';
import type { Ended } from './signed-in-part.ts';

/** How a signed-in part of the site keeps its session open: what the warning says and calls. */
export interface SessionKind {
  name: SessionName;
  /** @returns the sign-in page's address for a session that ended, which returns to this page. */
  loginPath(next: string, ended: Ended): string;
  logoutPath: string;
  /** Where another form ends every session of the user. */
  logoutEverywherePath?: string;
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

/** A log-out takes no longer, unless it failed. */
const logOutWithinMs = 30_000;
let loggedOut = { at: Number.NEGATIVE_INFINITY, here: false };

/** @returns whether a form logs the user out. */
export function logsOut(
  form: EventTarget | null,
  { logoutPath, logoutEverywherePath }: Pick<SessionKind, 'logoutPath' | 'logoutEverywherePath'>,
): boolean {
  if (!(form instanceof HTMLFormElement)) return false;
  return [logoutPath, logoutEverywherePath].includes(new URL(form.action).pathname);
}

/**
 * The user logs out: so the calls of this page that are refused next are no sign that the session was idle. @param here whether by a
 * form of this page, which is on its way to the sign-in page then, or in another tab.
 */
export function noteLogOut(here: boolean): void {
  loggedOut = { at: performance.now(), here };
}

/** On a form whose action keeps what is posted with `_ends` for after the next sign-in; its files are not posted then. */
export const keepsTyped = { 'data-keeps-typed': '' };

/**
 * Goes to the sign-in page by a full page load, so that nothing of the page stays in memory. A form that keeps its
 * typed text goes there itself.
 */
export function leaveForLogin({ loginPath }: Pick<SessionKind, 'loginPath'>): void {
  const now = performance.now();
  const isLoggingOut = now - loggedOut.at < logOutWithinMs;
  if (now - leftAt < onceWithinMs || (isLoggingOut && loggedOut.here)) return;
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
  window.location.assign(loginPath(pathname + search, isLoggingOut ? null : 'idle'));
}
