import { useId, useState } from 'react';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';
import type { SessionKind } from './session-kind.ts';
import { minutesLeft, phaseOf } from './session-time.ts';
import { useSession } from './use-session.ts';

interface SessionWarningProps {
  kind: SessionKind;
  endsInMs: number;
  /** Hidden fields that the Log Out form has to post. */
  logout?: React.ReactNode;
}

/** Warns before an idle session ends, and lets the user stay signed in. */
export function SessionWarning({ kind, endsInMs, logout }: SessionWarningProps) {
  const { leftMs, atLimit, failures, stay } = useSession(kind, endsInMs);
  const [limitSeen, setLimitSeen] = useState(false);
  const hydrated = useHydrated();
  const title = useId();
  const text = useId();
  if (phaseOf(leftMs) !== 'warning' || limitSeen) return null;
  const minutes = minutesLeft(leftMs);
  const left = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const answer = atLimit ? () => setLimitSeen(true) : stay;
  const limit = `You have been signed in for as long as is allowed. You will be signed out in ${left}.`;
  // Until scripts run, a button would do nothing; and a page just loaded has extended the session unless it is at its limit.
  if (!hydrated) return <p className="notice warn">{limit}</p>;
  return (
    <Dialog key={failures} labelledBy={title} describedBy={text} role="alertdialog" onClose={answer}>
      <h2 id={title}>{atLimit ? 'Time to sign in again' : 'Are you still there?'}</h2>
      <p id={text} aria-live="polite">
        {failures > 0 && !atLimit ? 'We could not reach the server. Please try again. ' : null}
        {atLimit ? limit : `${kind.reason}, you will be signed out in ${left}.`}
      </p>
      <div className="button-row">
        <button type="button" className="button" data-autofocus onClick={answer}>
          {atLimit ? 'Finish what I am doing' : 'Stay signed in'}
        </button>
        <form method="post" action={kind.logoutPath}>
          {logout}
          <button type="submit" className="button secondary">
            Log Out
          </button>
        </form>
      </div>
    </Dialog>
  );
}
