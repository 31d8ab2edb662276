import { useLeaveQuestion } from '#web/app/portal/client-session.ts';
import { isTyped } from '#web/app/ui/forms/is-typed.ts';

/** The state of a navigation that closes a form on purpose: by Cancel, or because it was saved. */
export const closesForm = { closesForm: true };

/**
 * Asks before what was typed into a form is dropped, by another page or another form of this one. Log Out and the end of
 * the session, which keeps what was typed, are never held up.
 *
 * @param isSaved whether the form is being saved, or was.
 */
export function useUnsavedQuestion(form: React.RefObject<HTMLFormElement | null>, isSaved: boolean): void {
  useLeaveQuestion({
    question: 'What you typed is not saved yet. Leave without saving it?',
    mayLogOut: true,
    wouldLose(navigation) {
      if (isSaved || form.current === null || !isTyped(form.current)) return false;
      // The end of the session posts the form with this field.
      if (!navigation) return !form.current.elements.namedItem('_ends');
      const { currentLocation, nextLocation, historyAction } = navigation;
      const isSamePage =
        nextLocation.pathname === currentLocation.pathname && nextLocation.search === currentLocation.search;
      const isMeant = historyAction !== 'POP' && nextLocation.state?.closesForm === true;
      return !isSamePage && !isMeant;
    },
  });
}
