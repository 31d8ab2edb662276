import { createContext, useCallback, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type ShownToast, type Toast, ToastHolder } from './toast-card.tsx';

interface Toasts {
  shown: ShownToast[];
  /** The latest success, for the page itself, because a toast disappears. */
  latest: Toast | null;
  /**
   * @param options.onNextPage a page follows, and a success is its first: the page that is left does not take it along.
   * @returns a function that takes the toast away again.
   */
  show(toast: Toast, options?: { onNextPage?: boolean }): () => void;
  dismiss(id: number): void;
  /** A page that shows the latest success has opened. @returns a function for when it is left. */
  open(): () => void;
  /** Where toasts appear: the region that was mounted last, because an open dialog makes all others inert. */
  region: string | undefined;
  /** A dialog opens or closes. An earlier success has been read, and would cover its buttons. */
  enter(region: string, top: boolean): void;
  leave(region: string): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** @param initial the notice from the server that the page shows first. */
export function ToastProvider({ initial, children }: { initial: Toast | null; children: React.ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>(initial ? [{ ...initial, id: 0 }] : []);
  const [latest, setLatest] = useState(initial?.kind === 'success' ? initial : null);
  const [regions, setRegions] = useState<string[]>([]);

  const dismiss = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const lastId = useRef(0);
  const isForNextPage = useRef(false);
  const show = useCallback(
    (toast: Toast, { onNextPage = false }: { onNextPage?: boolean } = {}) => {
      isForNextPage.current = onNextPage;
      lastId.current += 1;
      const id = lastId.current;
      const same = (other: Toast) => other.title === toast.title && other.text === toast.text;
      setShown((before) => [
        // A success replaces earlier errors.
        ...before.filter((other) => !same(other) && toast.kind === 'error'),
        { ...toast, id },
      ]);
      if (toast.kind === 'success') setLatest(toast);
      return () => dismiss(id);
    },
    [dismiss],
  );
  const open = useCallback(() => {
    isForNextPage.current = false;
    return () => {
      if (!isForNextPage.current) setLatest(null);
    };
  }, []);
  const enter = useCallback((region: string, top: boolean) => {
    setRegions((before) => [...before, region]);
    if (top) setShown((before) => before.filter(({ kind }) => kind === 'error'));
  }, []);
  const leave = useCallback(
    (region: string) => setRegions((before) => before.filter((id) => id !== region)),
    [],
  );

  const region = regions.at(-1);
  const toasts = useMemo(
    () => ({ shown, latest, region, show, dismiss, open, enter, leave }),
    [shown, latest, region, show, dismiss, open, enter, leave],
  );
  return <ToastContext value={toasts}>{children}</ToastContext>;
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('Toasts are shown inside a ToastProvider only.');
  return toasts;
}

export function useShowToast(): Toasts['show'] {
  return useToasts().show;
}

/** Where toasts appear. The page has one at its end, and every dialog has one inside. */
export function ToastRegion({ top = false }: { top?: boolean }) {
  const { shown, region, dismiss, enter, leave } = useToasts();
  const own = useId();
  useEffect(() => {
    enter(own, top);
    return () => leave(own);
  }, [own, top, enter, leave]);
  const here = region === own || (region === undefined && !top);
  return <ToastHolder role="status" toasts={here ? shown : []} dismiss={dismiss} />;
}

/** The latest success as a line on the page, for users who missed the toast. It disappears with the page. */
export function LatestSuccess() {
  const { latest, open } = useToasts();
  useEffect(open, [open]);
  return latest ? (
    <p className="notice success">
      <strong>{asSentence(latest.title)}</strong> {latest.text}
    </p>
  ) : null;
}

function asSentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}
