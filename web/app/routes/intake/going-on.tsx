import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../forms/hydrated.ts';
import { type Point, signsOfLife, wasMoved } from './signs-of-life.ts';

/** SPEC section 9: the way on begins this long after the confirmation. */
const delayMs = 2_000;

/**
 * Goes on after a moment, unless the visitor does anything at all on this page (UX.md 'Forms'). Nothing happens without
 * script.
 */
export function GoingOn({ to, place }: { to: string; place: string }) {
  const hydrated = useHydrated();
  const line = useRef<HTMLParagraphElement>(null);
  const [staying, setStaying] = useState(false);
  useEffect(() => {
    if (staying) return;
    const timer = window.setTimeout(() => window.location.assign(to), delayMs);
    let first: Point | undefined;
    const stay = (event: Event) => {
      if (event instanceof PointerEvent && event.type === 'pointermove') {
        const at = { x: event.clientX, y: event.clientY };
        first ??= at;
        if (!wasMoved(first, at)) return;
      }
      setStaying(true);
    };
    for (const name of signsOfLife) window.addEventListener(name, stay, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const name of signsOfLife) window.removeEventListener(name, stay);
    };
  }, [staying, to]);
  return (
    <p className={hydrated ? 'going-home ready' : 'going-home'} role="status" ref={line} tabIndex={-1}>
      {hydrated ? (
        staying ? (
          'You stay on this page.'
        ) : (
          <>
            {`We take you to ${place} in 2 seconds.`}{' '}
            <button
              type="button"
              className="button secondary small"
              onClick={() => {
                // The button goes, so the focus moves to the line it stood in.
                line.current?.focus();
                setStaying(true);
              }}
            >
              Stay on this page
            </button>
          </>
        )
      ) : null}
    </p>
  );
}
