import { useLayoutEffect, useRef, useState } from 'react';
import { ToastRegion } from './toast.tsx';
import './dialog.css';

interface DialogProps {
  labelledBy: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  /** Called once, when the dialog is left with Esc. */
  onClose(): void;
  /** Whether it opens with text typed earlier, which closing would lose. */
  hasTyped?: boolean;
  /** Where the focus goes when the element that had it before is gone. */
  focusAfter?: () => HTMLElement | null;
  children: React.ReactNode;
}

/**
 * A native modal dialog over the page. Without script it is an open, plain part of the page. The element with
 * `data-autofocus` gets the focus; the element that had it before gets it back. Where something was typed, Esc has to be
 * pressed twice.
 */
export function Dialog({
  labelledBy,
  describedBy,
  role,
  onClose,
  hasTyped = false,
  focusAfter,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const after = useRef(focusAfter);
  after.current = focusAfter;
  const isLeaving = useRef(false);
  const wouldLose = useRef(hasTyped);
  const [isWarned, setIsWarned] = useState(false);

  /** Where leaving goes back in the history, the page stays inert until it has: earlier, a link's press would be undone. */
  function leave() {
    if (isLeaving.current) return;
    isLeaving.current = true;
    window.addEventListener('popstate', () => element.current?.close(), { once: true });
    onClose();
  }

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    // The server renders it open, for pages without script; a modal dialog has to be opened again.
    dialog.removeAttribute('open');
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      // Later, because the element may be taken from the page in the same update as the dialog.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) return;
        after.current?.()?.focus();
      });
    };
  }, []);

  return (
    <dialog
      ref={element}
      className="dialog"
      open
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onInput={() => {
        wouldLose.current = true;
        setIsWarned(false);
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (wouldLose.current && !isWarned) setIsWarned(true);
        else leave();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) leave();
      }}
    >
      {children}
      <p className="warning" role="status">
        {isWarned ? 'You have not saved. Press Esc again to close without saving.' : null}
      </p>
      <ToastRegion top />
    </dialog>
  );
}
