import { useRef, useState } from 'react';
import './toast.css';
import { useHydrated } from '#web/app/forms/hydrated.ts';

export interface Toast {
  kind: 'success' | 'error';
  /** The bold line. */
  title: string;
  text?: string | undefined;
}

/** One toast, directly in the region that shows it. */
export function ToastCard({ toast, dismiss }: { toast: Toast; dismiss(): void }) {
  const { kind, title, text } = toast;
  const card = useRef<HTMLDivElement>(null);
  return (
    <div className={`toast ${kind}`} ref={card}>
      <p>
        <strong>{title}</strong> <span>{text}</span>
      </p>
      <button
        type="button"
        className="button quiet small"
        onClick={() => {
          // The button disappears; keyboard users continue from its place.
          card.current?.parentElement?.focus({ preventScroll: true });
          dismiss();
        }}
      >
        Dismiss<span className="visually-hidden"> “{title}”</span>
      </button>
    </div>
  );
}

type ErrorWords = Pick<Toast, 'title' | 'text'>;

/**
 * The place where an error's title and text appear until they are dismissed. The region is there from the start and empty,
 * because screen readers announce what comes into a region, not a region that comes with its words.
 *
 * Without script nothing is shown here: it could not be dismissed, and the error summary has the same words.
 */
export function ErrorToast({ error }: { error: ErrorWords | null }) {
  const [dismissed, setDismissed] = useState<ErrorWords | null>(null);
  const hydrated = useHydrated();
  return (
    <div className="toasts" role="alert" tabIndex={-1}>
      {hydrated && error && error !== dismissed ? (
        <ToastCard toast={{ kind: 'error', ...error }} dismiss={() => setDismissed(error)} />
      ) : null}
    </div>
  );
}
