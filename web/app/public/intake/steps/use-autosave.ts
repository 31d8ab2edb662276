import { type RefObject, useEffect, useRef, useState } from 'react';
import { keepPath } from '#web/app/public/intake/addresses.ts';
import { isTyped } from '#web/app/ui/forms/is-typed.ts';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';
import type { StepData } from './step-data.server.ts';

/** After the last change; leaving a field saves at once. */
const quietMs = 1_500;

/** After a failure; sooner when the browser says that it is online again. */
const againMs = 15_000;

/**
 * Saves the draft on the server while the step is filled in, so that nothing is lost in a reload or a crash. Write-only
 * answers do not leave the page before it is sent.
 *
 * @param container the element that holds the form.
 * @param sending whether the form is on its way. @param outcome of the last time that it was sent.
 * @param wereTyped whether the step comes back with what was typed on it earlier, perhaps without a connection.
 * @returns handlers for that element, whether the last change is saved, and the fields that hold what is not: write-only ones.
 */
export function useAutosave(
  container: RefObject<HTMLElement | null>,
  { intake, step, secret }: StepData,
  { sending, outcome, wereTyped }: { sending: boolean; outcome: Outcome | undefined; wereTyped: boolean },
) {
  const path = keepPath(intake);
  const timer = useRef<number>(undefined);
  const pending = useRef(false);
  const keeping = useRef(false);
  const onItsWay = useRef(sending);
  onItsWay.current = sending;
  const [saved, setSaved] = useState(false);
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);

  /** One request at a time: of two at once, the server would drop the one that it read before the other was written. */
  function keep({ leaving = false } = {}): void {
    window.clearTimeout(timer.current);
    const form = container.current?.querySelector('form');
    if (!pending.current || !form || (keeping.current && !leaving)) return;
    pending.current = false;
    keeping.current = true;
    const posted = new URLSearchParams({ _step: step });
    const left = new Set<string>();
    for (const [name, value] of new FormData(form)) {
      const [field = ''] = name.split('.');
      if (typeof value !== 'string') continue;
      if (!secret.includes(field)) posted.append(name, value);
      else if (value !== '') left.add(field);
    }
    setUnsaved([...left]);
    // `keepalive` lets it finish after the visitor has left the page.
    fetch(path, { method: 'POST', body: posted, keepalive: true })
      .then(async (answer) => {
        if (answer.status >= 500) throw new Error('The site did not answer.');
        keeping.current = false;
        setSaved(answer.ok && (await answer.json()).kept === true && !pending.current);
        latest.current();
      })
      // The page reports it when the step is sent; until then everything is still in its fields.
      .catch(() => {
        keeping.current = false;
        setSaved(false);
        if (onItsWay.current) return;
        pending.current = true;
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => latest.current(), againMs);
      });
  }
  const latest = useRef(keep);
  latest.current = keep;

  function change(): void {
    pending.current = true;
    setSaved(false);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(), quietMs);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before hydration
  useEffect(() => {
    const form = container.current?.querySelector('form');
    // After Back some browsers fill in what was typed in the past, which may have been sent or deleted since.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (wereTyped || (navigation?.type === 'navigate' && form && isTyped(form))) change();
  }, []);

  // Sending saves too, and a late autosave must not overtake it.
  useEffect(() => {
    if (!sending) return;
    pending.current = false;
    window.clearTimeout(timer.current);
  }, [sending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the form did not reach the server
  useEffect(() => {
    if (outcome && outcome.kind !== 'problems') change();
  }, [outcome]);
  useEffect(() => {
    const leave = () => latest.current({ leaving: true });
    const online = () => latest.current();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      window.clearTimeout(timer.current);
    };
  }, []);

  return {
    saved,
    unsaved,
    handlers: {
      onInput: change,
      onBlur({ relatedTarget }: React.FocusEvent) {
        // A button that gets the focus will send all of it.
        if (!(relatedTarget instanceof HTMLButtonElement)) latest.current();
      },
    },
  };
}
