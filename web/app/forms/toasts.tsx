import { useState } from 'react';
import { useHydrated } from './hydrated.ts';

export interface ToastWords {
  title: string;
  text: string;
}

/**
 * The place where an error's title and text appear until they are dismissed. The region is there from the start and empty,
 * because screen readers announce what comes into a region, not a region that comes with its words.
 *
 * Without script nothing is shown here: it could not be dismissed, and the error summary has the same words.
 */
export function ErrorToasts({ toast }: { toast: ToastWords | null }) {
  const [dismissed, setDismissed] = useState<ToastWords | null>(null);
  const hydrated = useHydrated();
  return (
    <div className="toasts" role="alert">
      {hydrated && toast && toast !== dismissed ? (
        <div className="toast error">
          <p>
            <strong>{toast.title}</strong> {toast.text}
          </p>
          <button type="button" className="button quiet small" onClick={() => setDismissed(toast)}>
            Dismiss
          </button>
        </div>
      ) : null}
    </div>
  );
}
