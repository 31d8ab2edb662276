import { reservedStepIds } from '@claimdesk/forms/journey';
import { useEffect, useRef } from 'react';
import { askForPage, type LivePage, type Shown, useLivePage } from '#web/app/ui/islands/page-data.ts';
import type { StepData, StepIntake } from './step-data.server.ts';

export interface Steps extends LivePage<StepData> {
  /** Shows another step in place of this one. */
  open(to: string): Promise<void>;
}

/**
 * Moves between the steps of a form on links and the browser's buttons. Where the connection is lost, a step that was
 * shown before is shown again from memory; whatever else goes wrong, the browser loads the page.
 */
export function useSteps(first: Shown<StepData>): Steps {
  const form = first.page.intake;
  const seen = useRef(new Map<string, StepData>());
  const turn = useRef(0);
  const firstPath = useRef(first.page.path);
  const live = useLivePage(first, (to) => open(to));
  const { page } = live.shown;

  async function open(to: string, enter: 'pushState' | 'replaceState' = 'pushState'): Promise<void> {
    if (!isStep(form, to)) return window.location.assign(to);
    turn.current += 1;
    const own = turn.current;
    live.setBusy(true);
    const answer = await askForPage<StepData>(to);
    // A visitor who pressed Back twice sees only the second page.
    if (own !== turn.current) return;
    if (answer.kind === 'redirect') return open(answer.to, enter);
    const found = answer.kind === 'page' ? answer.page : seen.current.get(pathOf(to));
    if (!found) return window.location.assign(to);
    window.history[enter](null, '', to);
    live.show({ page: found });
    live.setBusy(false);
  }

  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const reopen = () => void latest.current(window.location.href, 'replaceState');
    window.addEventListener('popstate', reopen);
    // The visitor pressed Back before this script had loaded.
    if (window.location.pathname !== firstPath.current) reopen();
    return () => window.removeEventListener('popstate', reopen);
  }, []);
  useEffect(() => void seen.current.set(page.path, page), [page]);
  useFocusOnHeading(page.step);
  return { ...live, open };
}

/** Like a full page load, a new step moves screen readers to its beginning. */
function useFocusOnHeading(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const heading = document.querySelector<HTMLElement>('h1');
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  }, [step]);
}

function pathOf(address: string): string {
  return new URL(address, window.location.href).pathname;
}

function isStep({ startPath, startsWithStep }: StepIntake, address: string): boolean {
  const path = pathOf(address);
  if (path === startPath) return startsWithStep;
  return path.startsWith(`${startPath}/`) && !reservedStepIds.includes(path.slice(startPath.length + 1));
}
