import { type PresentedAnswer, presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition, StepUi } from '@claimdesk/forms/definition';
import type { FormName } from '@claimdesk/forms/registry';
import type { Challenge } from 'altcha-lib/types';

/** What a page of a form needs to show one step. */
export interface StepPage {
  kind: 'step';
  form: FormName;
  definition: FormDefinition;
  step: StepUi;
  /** "Question 4 of 9" */
  number: number;
  total: number;
  /** The step before, or null on the first. */
  previous: string | null;
  /** Fields of this step that are not asked because of earlier answers. */
  hidden: string[];
  /** What was answered on this step before. */
  values: Answers;
  /** Answers of other steps that the rules of this one look at, for the browser to check them too. */
  earlier: Answers;
  /** On the last step: all answers before it, to check and change. */
  review: PresentedAnswer[] | null;
  /** On the last step: work for the browser, see `robots/challenge.ts`. */
  challenge: Challenge | null;
  /** How long the answers are kept when nobody goes on with them. */
  keptDays: number;
  /** Goes into the posted form, see `keys/form-token.ts`. */
  token: string;
}

/** The visitor has to be somewhere else: at an earlier question, or at the confirmation. */
export type Elsewhere = { kind: 'elsewhere'; step: string } | { kind: 'sent'; reference: string };

/**
 * @returns the rows for "check your answers": everything but the step itself. The person who typed a number that is masked
 * sees its end, as staff will, to know it again.
 */
export function reviewRows(
  definition: FormDefinition,
  step: StepUi,
  answers: Answers,
  hidden: ReadonlySet<string>,
): PresentedAnswer[] | null {
  if (definition.ui.steps.at(-1)?.id !== step.id) return null;
  return presentAnswers(definition, answers, { hidden, audience: 'staff' }).filter(
    (row) => row.step !== step.id,
  );
}
