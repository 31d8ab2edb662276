import { type PresentedAnswer, presentAnswers } from '@claimdesk/forms/answers';
import type { Notice } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition, StepUi } from '@claimdesk/forms/definition';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import type { Challenge } from 'altcha-lib/types';
import type { Referral } from '#api/casework/referral.ts';

export interface StepPage {
  kind: 'step';
  form: IntakeForm;
  definition: FormDefinition;
  step: StepUi;
  /** "Question 4 of 9" */
  number: number;
  total: number;
  /** The previous step; null on the first. */
  previous: string | null;
  /** Fields of this step that earlier answers hide. */
  hidden: string[];
  /** Earlier answers to this step, without write-only fields (`forms/write-only.ts`). */
  values: Answers;
  /** By field: what the page shows in place of a stored write-only answer. */
  given: Record<string, string>;
  /** Answers from other steps that this step's rules depend on, so that the browser can check them too. */
  earlier: Answers;
  /** On the last step: all earlier answers, to check and change. */
  review: PresentedAnswer[] | null;
  /** On the last step: notices for the sender, based on the answers. */
  notices: Pick<Notice, 'title' | 'text' | 'link' | 'represented'>[];
  /** On the form's start, for a returning visitor: the first unanswered step; null if that is this one. */
  continueAt: { step: string; number: number } | null;
  /** The visitor said that this computer is shared. */
  shared: boolean;
  /** On the last step, and while too many drafts are being begun: proof of work, see `robots/challenge.ts`. */
  needsProof: boolean;
  /** Null where no proof is needed, and in HTML: the page's script asks for it once its visitor begins. */
  challenge: Challenge | null;
  /** For how many days unused answers are kept. */
  keptDays: number;
  /** On the first step: the attorney asked about; `kept` if it is stored in the draft, not only in the page's URL. */
  referral: (Referral & { kept: boolean }) | null;
  /**
   * On the first step: the date on a denial letter that the visitor just brought along; `kept` as for a referral, `passed` if
   * the last day to appeal is over.
   */
  letter: { date: string; kept: boolean; passed: boolean } | null;
  /** Another browser took over the earlier answers, so this one starts over. */
  moved: boolean;
  /** Posted with the form, see `keys/form-token.ts`. */
  token: string;
}

/** The visitor belongs on another page: an earlier question, or the confirmation. */
export type StepRedirect =
  | {
      kind: 'elsewhere';
      step: string;
      /** Another browser took over the answers, so this one starts over. */
      moved: boolean;
    }
  | { kind: 'sent'; reference: string; shared: boolean };

/** @returns the rows of "check your answers", without the step itself; null on any step but the last. */
export function reviewRows(
  definition: FormDefinition,
  step: StepUi,
  answers: Answers,
  hidden: ReadonlySet<string>,
): PresentedAnswer[] | null {
  if (definition.ui.steps.at(-1)?.id !== step.id) return null;
  return presentAnswers(definition, answers, { hidden, audience: 'giver' }).filter(
    (row) => row.step !== step.id,
  );
}
