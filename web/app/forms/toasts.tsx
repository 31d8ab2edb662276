import { useRef, useState } from 'react';
import '#web/app/components/toast.css';
import { useHydrated } from './hydrated.ts';

export interface ToastWords {
  title: string;
  text: string;
}

/**
 * Shows an error's title and text until it is dismissed. The live region is rendered empty from the start, because screen
 * readers announce content added to a region, not a region that is inserted with its content.
 *
 * Without JavaScript it shows nothing: a toast could not be dismissed, and the error summary has the same text.
 */
export function ErrorToasts({ toast }: { toast: ToastWords | null }) {
  const [dismissed, setDismissed] = useState<ToastWords | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  return (
    <div className="toasts" role="alert" ref={region} tabIndex={-1}>
      {hydrated && toast && toast !== dismissed ? (
        <div className="toast error">
          <p>
            <strong>{toast.title}</strong> <span>{toast.text}</span>
          </p>
          <button
            type="button"
            className="button quiet small"
            onClick={() => {
              // The button disappears; from the region, the next Tab goes on to the form.
              region.current?.focus({ preventScroll: true });
              setDismissed(toast);
            }}
          >
            Dismiss<span className="visually-hidden"> “{toast.title}”</span>
          </button>
        </div>
      ) : null}
    </div>
  );
}
