import { useId } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { minutesLeft, phaseOf } from './session-time.ts';
import { useSession } from './use-session.ts';

/** Warns before an idle session ends, and lets whoever is there stay (UX.md 'Forms', session). */
export function SessionWarning({ endsInMs }: { endsInMs: number }) {
  const { leftMs, stay } = useSession(endsInMs);
  const title = useId();
  const text = useId();
  if (phaseOf(leftMs) !== 'warning') return null;
  const minutes = minutesLeft(leftMs);
  return (
    <Dialog labelledBy={title} describedBy={text} role="alertdialog" onClose={stay}>
      <h2 id={title}>Are you still there?</h2>
      <p id={text} aria-live="polite">
        To keep claimants’ data safe, you will be signed out in {minutes}{' '}
        {minutes === 1 ? 'minute' : 'minutes'}.
      </p>
      <div className="button-row">
        <button type="button" className="button" data-autofocus onClick={stay}>
          Stay signed in
        </button>
        <form method="post" action="/admin/logout">
          <button type="submit" className="button secondary">
            Log Out
          </button>
        </form>
      </div>
    </Dialog>
  );
}
