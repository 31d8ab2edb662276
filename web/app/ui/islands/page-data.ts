import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';

/** In `accept`, asks a page for its data instead of its HTML. */
export const pageDataType = 'application/json';

/** What an island shows: its page, and the result of the form that was sent from it. */
export interface Shown<Page, Result = Outcome> {
  page: Page;
  outcome?: Result | undefined;
}

/** What the server answers instead of HTML (`entry.server.tsx`, `server/render-page.ts`). */
export type PageAnswer<Page, Result = Outcome> =
  | ({ kind: 'page' } & Shown<Page, Result>)
  | { kind: 'redirect'; to: string };

type Unanswered = Extract<Outcome, { kind: 'offline' | 'unreachable' }>;

/**
 * Asks for a page's data, or posts its form.
 *
 * @returns the response, or why there is none: a proxy's error page does not count as one, nor does a request refused
 * before it is read.
 */
export async function askForPage<Page, Result = Outcome>(
  address: string,
  posted?: FormData,
): Promise<PageAnswer<Page, Result> | Unanswered> {
  try {
    const response = await fetch(address, {
      headers: { accept: pageDataType },
      ...(posted && { method: 'POST', body: new URLSearchParams([...posted].map(toTextEntry)) }),
    });
    const isData = response.headers.get('content-type')?.startsWith(pageDataType);
    const answer = isData ? await response.json() : {};
    return 'kind' in answer ? answer : { kind: 'unreachable' };
  } catch (error) {
    return { kind: error instanceof TypeError ? 'offline' : 'unreachable' };
  }
}

/** No form of an island has files. */
function toTextEntry([name, value]: [string, FormDataEntryValue]): [string, string] {
  return [name, String(value)];
}

/** A page in the browser that sends its form without reloading, and navigates where the server says. */
export interface LivePage<Page, Result = Outcome> {
  shown: Shown<Page, Result>;
  show(next: Shown<Page, Result>): void;
  /** Whether a response is awaited or the browser is navigating to another page. */
  busy: boolean;
  setBusy(busy: boolean): void;
  /** @param button the pressed button, if it has a name. */
  post(form: HTMLFormElement, button?: HTMLButtonElement): Promise<void>;
  /** @returns the page's data anew, with a fresh challenge; shows nothing of it. Undefined where it can't be had. */
  ask(): Promise<Page | undefined>;
}

/** @param lead navigates to the address in the server's response; by default as a link does. */
export function useLivePage<Page, Result = Outcome>(
  first: Shown<Page, Result | Unanswered>,
  lead: (to: string) => Promise<void> | void = (to) => window.location.assign(to),
): LivePage<Page, Result | Unanswered> {
  const [shown, show] = useState(first);
  const [busy, setBusy] = useState(false);
  const waiting = useRef(false);
  // A page restored after going back is no longer navigating.
  useEffect(() => {
    const arrive = () => setBusy(false);
    window.addEventListener('pageshow', arrive);
    return () => window.removeEventListener('pageshow', arrive);
  }, []);

  async function post(form: HTMLFormElement, button?: HTMLButtonElement) {
    // State would let a second press through before the next render.
    if (waiting.current) return;
    waiting.current = true;
    setBusy(true);
    const answer = await askForPage<Page, Result>(
      form.getAttribute('action') ?? '',
      new FormData(form, button),
    );
    waiting.current = false;
    // While the browser loads the next page, this one stays busy.
    if (answer.kind === 'redirect') return lead(answer.to);
    show((before) => (answer.kind === 'page' ? answer : { ...before, outcome: answer }));
    setBusy(false);
  }

  async function ask() {
    const answer = await askForPage<Page, Result>(window.location.href);
    return answer.kind === 'page' ? answer.page : undefined;
  }

  return { shown, show, busy, setBusy, post, ask };
}
