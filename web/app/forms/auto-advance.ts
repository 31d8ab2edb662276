import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** SPEC section 9: about 300 ms from an answer to the next step. */
const delayMs = 300;
const storageKey = 'auto-advance';

/** What of a click tells a hand on a pointer from a key or a screen reader. */
export interface ClickSource {
  /** How many clicks in a row; 0 when no pointer was pressed. */
  detail: number;
  /** '' when no pointer made the click; undefined in browsers whose clicks don't say. */
  pointerType?: string | undefined;
}

/**
 * Whether a click was made by hand: arrow keys, Space and a screen reader's virtual click also make click events, but
 * their users have not yet said that they are done (UX.md 'Forms').
 */
export function isMadeByHand({ detail, pointerType }: ClickSource): boolean {
  return detail > 0 && pointerType !== '';
}

/**
 * Sends a form a moment after a tile was clicked by hand. Any key, and any other click, calls it off.
 *
 * @returns handlers for an element around the form.
 */
export function useAutoAdvance({ enabled, advance }: { enabled: boolean; advance: () => void }) {
  const timer = useRef<number>(undefined);
  const cancel = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onClick({ target, nativeEvent }: MouseEvent<HTMLElement>) {
      const tile = target instanceof Element && target.closest('.tile');
      // The click that the browser passes on from a tile to its radio button is not another one.
      if (tile && !isMadeByHand(sourceOf(nativeEvent)) && target instanceof HTMLInputElement) return;
      cancel();
      if (enabled && tile && isMadeByHand(sourceOf(nativeEvent))) {
        timer.current = window.setTimeout(advance, delayMs);
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

/** @returns whether answers go on by themselves in this browser, and how to switch it. */
export function useAutoAdvanceSetting(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(true);
  // Read after the first paint, which has to be as the server made it.
  useEffect(() => setOn(readSetting()), []);
  return [
    on,
    (wanted) => {
      setOn(wanted);
      writeSetting(wanted);
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

/** Storage may be switched off; then the choice lasts as long as the page. */
function writeSetting(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    return;
  }
}
