import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';

/** How long the confirmation is shown before the next page opens. */
const delayMs = 2_000;

/**
 * Opens the next page after a moment, unless the visitor does anything at all on this one. Does nothing without script.
 */
export function RedirectNotice({ to, place }: { to: string; place: string }) {
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
    for (const name of userActivity) window.addEventListener(name, stay, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const name of userActivity) window.removeEventListener(name, stay);
    };
  }, [staying, to]);
  return (
    <p
      className={hydrated ? 'redirect-notice ready' : 'redirect-notice'}
      role="status"
      ref={line}
      tabIndex={-1}
    >
      {hydrated ? (
        staying ? (
          'You are staying here.'
        ) : (
          <>
            {`We take you to ${place} in 2 seconds.`}{' '}
            <button
              type="button"
              className="button secondary small"
              onClick={() => {
                // The button disappears, so the focus moves to the paragraph that held it.
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

/**
 * Events that show that the visitor is using the page. Scrolling counts by its input events, because the page also
 * scrolls by itself when it opens.
 */
const userActivity = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'touchmove', 'keydown'] as const;

interface Point {
  x: number;
  y: number;
}

/** A resting pointer also reports moves when the page changes under it, so only a real distance counts. */
const stillPixels = 3;

export function wasMoved(first: Point, now: Point): boolean {
  return Math.hypot(now.x - first.x, now.y - first.y) > stillPixels;
}
