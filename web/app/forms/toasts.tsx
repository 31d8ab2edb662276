import { useRef, useState } from 'react';
import '#web/app/components/toast.css';
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
              // The button goes; from its place the next Tab leads on to what has to be corrected.
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
