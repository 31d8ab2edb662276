import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isTyped } from '#web/app/session/session-kind.ts';

const question = 'What you typed is not saved yet. Leave without saving it?';

/** The state of a navigation that closes a form on purpose: by Cancel, or because it was saved. */
export const closesForm = { closesForm: true };

/**
 * Asks before what was typed into a form is dropped, by another page or another form of this one. Log Out and the end of
 * the session, which keeps what was typed, are never held up.
 *
 * @param isSaved whether the form is being saved, or was.
 */
export function useUnsavedQuestion(form: React.RefObject<HTMLFormElement | null>, isSaved: boolean): void {
  const mayLeave = useRef(false);
  const isCalling = useRef(false);
  const wouldLose = () => !isSaved && form.current !== null && isTyped(form.current);
  useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isSamePage =
      nextLocation.pathname === currentLocation.pathname && nextLocation.search === currentLocation.search;
    const isMeant = historyAction !== 'POP' && nextLocation.state?.closesForm === true;
    if (isSamePage || isMeant || !wouldLose()) return false;
    mayLeave.current = window.confirm(question);
    return !mayLeave.current;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // The end of the session posts the form with this field.
      const isEnding = form.current?.elements.namedItem('_ends');
      if (!mayLeave.current && !isCalling.current && !isEnding && wouldLose()) event.preventDefault();
    };
    // Only Log Out posts a form of these pages as the browser does.
    const onSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented) mayLeave.current = true;
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
