import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

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
 * Submits a form shortly after a pointer click on a tile, also one made before the script ran. Any key press or other click
 * cancels it.
 *
 * @param container the element that contains the form.
 * @returns event handlers for that element.
 */
export function useAutoAdvance(container: RefObject<HTMLElement | null>, { enabled }: { enabled: boolean }) {
  const timer = useRef<number>(undefined);
  const isEnabled = useRef(enabled);
  isEnabled.current = enabled;
  function advanceSoon(): void {
    timer.current = window.setTimeout(() => {
      // This browser's setting is read only after hydration.
      if (!isEnabled.current) return;
      advancing = true;
      container.current?.querySelector('form')?.requestSubmit();
    }, delayMs);
  }
  const cameByItself = useRef(-Infinity);
  const cancel = () => {
    window.clearTimeout(timer.current);
    // While a step is being sent, auto-advance is not enabled.
    if (enabled) advancing = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before hydration
  useEffect(() => {
    if (wasChosenByPointer(container.current)) advanceSoon();
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
      if (enabled && tile && isPointer) advanceSoon();
    },
    onKeyDown(_event: KeyboardEvent<HTMLElement>) {
      cancel();
    },
  };
}

/**
 * @returns whether a tile was chosen on this page before its script ran, and not by a key. After Back and Reload, browsers
 * choose again by themselves what was chosen in the past.
 */
function wasChosenByPointer(container: HTMLElement | null): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const chosen = container?.querySelector<HTMLInputElement>('.tile input:checked');
  return (
    navigation?.type === 'navigate' &&
    chosen != null &&
    !chosen.defaultChecked &&
    !chosen.matches(':focus-visible') &&
    // Who has moved on from it by the keyboard reads on.
    [chosen, document.body].includes(document.activeElement as HTMLElement)
  );
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
