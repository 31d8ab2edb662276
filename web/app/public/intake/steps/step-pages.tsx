import type { Answers } from '@claimdesk/forms/definition';
import { useRef } from 'react';
import type { Shown } from '#web/app/ui/islands/page-data.ts';
import type { StepData } from './step-data.server.ts';
import { StepPage } from './step-page.tsx';
import { useSteps } from './use-steps.ts';

/** The steps of a form, which follow each other in the browser without reloading the page. */
export function StepPages(first: Shown<StepData>) {
  const steps = useSteps(first);
  const { page, outcome } = steps.shown;
  // Typed and not yet sent, by step, so that changing another answer in between loses nothing.
  const typed = useRef(new Map<string, Answers>());
  return (
    <StepPage
      key={page.step}
      data={page}
      outcome={outcome}
      steps={steps}
      typed={typed.current.get(page.step)}
      onTyped={(answers) => typed.current.set(page.step, answers)}
    />
  );
}
