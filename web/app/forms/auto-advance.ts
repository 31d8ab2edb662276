import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** From an answer to the next step: long enough to see the tile become selected. */
const delayMs = 300;

/** A press on Continue this soon after a step came by itself was meant for the step before. */
const latePressMs = 1000;

/** From the submission until the next step is shown. */
let advancing = false;

const storageKey = 'auto-advance';

/** The properties of a click event that tell a pointer from a key or a screen reader. */
export interface ClickSource {
  /** Consecutive clicks; 0 when no pointer was pressed. */
  detail: number;
  /** '' when no pointer made the click; undefined in browsers whose click events lack it. */
  pointerType?: string | undefined;
}

/**
 * Whether a click came from a mouse, finger or pen. Arrow keys, Space and screen readers also fire click events, but
 * selecting an option that way doesn't mean that the person is done choosing.
 */
export function isPointerClick({ detail, pointerType }: ClickSource): boolean {
  return detail > 0 && pointerType !== '';
}

/**
 * Submits a form shortly after a pointer click on a tile. Any key press or other click cancels it.
 *
 * @returns event handlers for an element that contains the form.
 */
export function useAutoAdvance({ enabled, advance }: { enabled: boolean; advance: () => void }) {
  const timer = useRef<number>(undefined);
  const cameByItself = useRef(-Infinity);
  const cancel = () => {
    window.clearTimeout(timer.current);
    // While a step is being sent, auto-advance is not enabled.
    if (enabled) advancing = false;
  };
  useEffect(() => {
    if (advancing) cameByItself.current = performance.now();
    advancing = false;
    return () => window.clearTimeout(timer.current);
  }, []);
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      const isPointer = isPointerClick(sourceOf(nativeEvent));
      const isLate = enabled && performance.now() - cameByItself.current < latePressMs;
      if (isLate && isPointer && target instanceof Element && target.closest('button:not([formnovalidate])'))
        return event.preventDefault();
      const tile = target instanceof Element && target.closest('.tile');
      // Clicking a label also fires a synthetic click on its radio button; ignore that one.
      if (tile && !isPointer && target instanceof HTMLInputElement) return;
      cancel();
      if (enabled && tile && isPointer) {
        timer.current = window.setTimeout(() => {
          advancing = true;
          advance();
        }, delayMs);
      }
    },
    onKeyDown(_event: KeyboardEvent<HTMLElement>) {
      cancel();
    },
  };
}

function sourceOf(event: globalThis.MouseEvent): ClickSource {
  return {
    detail: event.detail,
    pointerType: 'pointerType' in event ? String(event.pointerType) : undefined,
  };
}

/** @returns whether auto-advance is on in this browser, and its setter. */
export function useAutoAdvanceSetting(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(true);
  // Read after hydration, because the first render has to match the server's HTML.
  useEffect(() => setOn(readSetting()), []);
  return [
    on,
    (next) => {
      setOn(next);
      writeSetting(next);
    },
  ];
}

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Storage may be disabled; then the setting lasts until the page is closed. */
function writeSetting(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    return;
  }
}
