import type { FormDefinition, StepUi } from './definition.ts';

/**
 * Which step of a form may be seen, and what comes before and after it. Pure: the server and the browser ask the same
 * functions, and what needs a validator is handed in (`hiddenFields` and `answeredSteps` in `validate.ts`).
 */
type Steps = Pick<FormDefinition, 'form' | 'ui'>;
type Names = ReadonlySet<string>;

const none: Names = new Set();

/**
 * The pages that every form has besides its steps, by the end of their address: the site's table of routes is made from
 * this list, and no step may have one of these names.
 */
export const formPages = ['sent', 'no-copy', 'finish-later', 'delete-answers', 'resume'] as const;

/** What no step may be called. */
export const reservedStepIds: readonly string[] = [...formPages, 'keep', 'agreement'];

/** @returns the step of this name, also by one that it had in an earlier release; undefined when there is none. */
export function stepNamed({ ui }: Pick<Steps, 'ui'>, name: string): StepUi | undefined {
  return ui.steps.find(({ id }) => id === name) ?? ui.steps.find(({ aliases }) => aliases?.includes(name));
}

/** As `stepNamed`. @throws RangeError when the form has no such step. */
export function findStep(definition: Steps, name: string): StepUi {
  const step = stepNamed(definition, name);
  if (!step) throw new RangeError(`The form ${definition.form} has no step ${JSON.stringify(name)}.`);
  return step;
}

/** @returns the steps that have something to ask. */
export function visibleSteps({ ui }: Steps, hidden: Names = none): StepUi[] {
  return ui.steps.filter(({ fields }) => fields.some((field) => !hidden.has(field)));
}

/** @param answered ids of steps with valid answers. @returns undefined when every step is answered. */
export function firstUnansweredStep(definition: Steps, hidden: Names, answered: Names): StepUi | undefined {
  return visibleSteps(definition, hidden).find(({ id }) => !answered.has(id));
}

/** @returns whether the step is asked and every step before it is answered. */
export function isReachable(definition: Steps, hidden: Names, answered: Names, stepId: string): boolean {
  const steps = visibleSteps(definition, hidden);
  const at = steps.findIndex(({ id }) => id === stepId);
  return at >= 0 && steps.slice(0, at).every(({ id }) => answered.has(id));
}

/**
 * Where a link to a step leads: to that step if it may be seen, else to the first unanswered one, and to the last one
 * when all are answered and the link names no step of this visitor.
 *
 * @throws RangeError when the form asks nothing.
 */
export function resolveStep(definition: Steps, hidden: Names, answered: Names, stepId: string): StepUi {
  if (isReachable(definition, hidden, answered, stepId)) return findStep(definition, stepId);
  const step = firstUnansweredStep(definition, hidden, answered) ?? visibleSteps(definition, hidden).at(-1);
  if (!step) throw new RangeError(`The form ${definition.form} has nothing to ask.`);
  return step;
}

/** @returns undefined after the last step, or when the step is not asked. */
export function nextStep(definition: Steps, hidden: Names, stepId: string): StepUi | undefined {
  const steps = visibleSteps(definition, hidden);
  const at = steps.findIndex(({ id }) => id === stepId);
  return at < 0 ? undefined : steps[at + 1];
}

/** @returns undefined before the first step, or when the step is not asked. */
export function previousStep(definition: Steps, hidden: Names, stepId: string): StepUi | undefined {
  const steps = visibleSteps(definition, hidden);
  const at = steps.findIndex(({ id }) => id === stepId);
  return at < 1 ? undefined : steps[at - 1];
}

/** @returns for "Question 4 of 9": 4 and 9; undefined when the step is not asked. */
export function stepNumber(
  definition: Steps,
  hidden: Names,
  stepId: string,
): { number: number; total: number } | undefined {
  const steps = visibleSteps(definition, hidden);
  const at = steps.findIndex(({ id }) => id === stepId);
  return at < 0 ? undefined : { number: at + 1, total: steps.length };
}
