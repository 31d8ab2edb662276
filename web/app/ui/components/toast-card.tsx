import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';

export interface Toast {
  kind: 'success' | 'error';
  title: string;
  text?: string | undefined;
  /** Undoes the change, while the toast is shown. */
  undo?: () => void;
}

export type ToastWords = Pick<Toast, 'title' | 'text'>;

export interface ShownToast extends Toast {
  id: number;
}

/** A success disappears by itself after this long, unless it is in use then; an error stays until it is dismissed. */
const successMs = 8_000;
/** Longer for a success that can be undone, which takes time to decide. */
const undoMs = 10_000;

interface ToastHolderProps {
  /** `alert` interrupts a screen reader, `status` waits until it has finished. */
  role: 'alert' | 'status';
  toasts: ShownToast[];
  /** The same function at every render: a new one would restart the time of a success. */
  dismiss(id: number): void;
}

/**
 * The place where toasts appear. It is there from the start and empty, because screen readers announce what is added to
 * a region, not a region that is added with its text.
 */
export function ToastHolder({ role, toasts, dismiss }: ToastHolderProps) {
  const holder = useRef<HTMLDivElement>(null);
  return (
    <div className="toasts" role={role} tabIndex={-1} ref={holder}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} dismiss={dismiss} holder={holder} />
      ))}
    </div>
  );
}

interface ToastCardProps extends Pick<ToastHolderProps, 'dismiss'> {
  toast: ShownToast;
  holder: React.RefObject<HTMLDivElement | null>;
}

function ToastCard({ toast: { id, kind, title, text, undo }, dismiss, holder }: ToastCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind === 'error') return;
    const ms = undo ? undoMs : successMs;
    let timer = setTimeout(expire, ms);
    function expire() {
      if (isInUse(card.current)) timer = setTimeout(expire, ms);
      else dismiss(id);
    }
    return () => clearTimeout(timer);
  }, [id, kind, undo, dismiss]);
  // The pressed button is gone, so the focus moves to where the deletion can be undone.
  const undoButton = useRef<HTMLButtonElement>(null);
  useEffect(() => undoButton.current?.focus({ preventScroll: true }), []);
  return (
    <div className={`toast ${kind}`} ref={card}>
      <p>
        <strong>{title}</strong> <span>{text}</span>
      </p>
      {undo ? (
        <button
          ref={undoButton}
          type="button"
          className="button secondary small"
          onClick={() => {
            holder.current?.focus({ preventScroll: true });
            dismiss(id);
            undo();
          }}
        >
          Undo
        </button>
      ) : null}
      <button
        type="button"
        className="button quiet small"
        onClick={() => {
          // The button disappears; keyboard users continue from its place.
          holder.current?.focus({ preventScroll: true });
          dismiss(id);
        }}
      >
        Dismiss<span className="visually-hidden"> “{title}”</span>
      </button>
    </div>
  );
}

/** @returns whether the toast has the focus, which would be lost with it, or the pointer. */
function isInUse(card: HTMLElement | null): boolean {
  return card !== null && (card.contains(document.activeElement) || card.matches(':hover'));
}

/**
 * Shows the error of a form until it is dismissed.
 *
 * Without script nothing is shown here: it could not be dismissed, and the error summary has the same words.
 */
export function ErrorToast({ error }: { error: ToastWords | null }) {
  const [dismissed, setDismissed] = useState<ToastWords | null>(null);
  const hydrated = useHydrated();
  const shown = hydrated && error && error !== dismissed ? error : null;
  return (
    <ToastHolder
      role="alert"
      toasts={shown ? [{ id: 0, kind: 'error', title: shown.title, text: shown.text }] : []}
      dismiss={() => setDismissed(error)}
    />
  );
}
