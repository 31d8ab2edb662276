import { useLayoutEffect, useRef } from 'react';
import { ToastRegion } from './toast.tsx';
import './dialog.css';

interface DialogProps {
  /** Id of the heading that names the dialog. */
  labelledBy: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  /** Called when the dialog was closed, with Esc or a button that calls `close`. */
  onClose(): void;
  /** Asked when Esc is pressed; false keeps the dialog open. */
  mayEscape?: () => boolean;
  /** Where the focus goes when the element that had it before is gone. */
  focusAfter?: () => HTMLElement | null;
  children: React.ReactNode;
}

/**
 * A native modal dialog over the page. Without script it is an open, plain part of the page. The element with
 * `data-autofocus` gets the focus; the element that had it before gets it back.
 */
export function Dialog({
  labelledBy,
  describedBy,
  role,
  onClose,
  mayEscape,
  focusAfter,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const after = useRef(focusAfter);
  after.current = focusAfter;

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
      onCancel={(event) => {
        if (mayEscape?.() === false) event.preventDefault();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      {children}
      <ToastRegion top />
    </dialog>
  );
}
