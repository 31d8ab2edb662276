import { useLayoutEffect, useRef } from 'react';

/** The id of the open form's heading: a page has one form open at most. */
export const formHeadingId = 'open-form';

/**
 * Where only the search of the address changes, the browser moves neither focus nor view, and the link or form that had
 * the focus is gone. So a form that opens takes both to its heading, and one that closes passes the focus on.
 *
 * @param returnTo the id of what gets the focus when the open form closes, another for each form; null while none is open.
 * @param hasProblem whether an error summary takes the focus instead.
 */
export function useFormFocus(returnTo: string | null, hasProblem: boolean): void {
  const before = useRef(returnTo);
  // At once: whoever is at a field by Tab already stays there, and an error summary comes after it.
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = returnTo;
    if (closed === returnTo || hasProblem) return;
    if (returnTo !== null) {
      const heading = document.getElementById(formHeadingId);
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    } else if (closed !== null && document.activeElement === document.body) {
      // Only where the focus was lost: while it was saved, the client may have gone on to something else.
      document.getElementById(closed)?.focus();
    }
  }, [returnTo, hasProblem]);
}

/** A pressed button that hides, alone or with its card, passes the focus on to the card's name or the list's heading. */
export function useFocusPassedOn(form: React.RefObject<HTMLFormElement | null>): void {
  // Before the browser draws, when it would take the focus from what is hidden.
  useLayoutEffect(() => {
    const hidden = form.current?.closest('[hidden]');
    if (!hidden?.contains(document.activeElement)) return;
    const around = hidden.parentElement?.closest('li:not([hidden]), section');
    around?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  });
}
