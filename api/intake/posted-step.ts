import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import type { IntakeForm } from './receivers.ts';

export interface PostedStep {
  form: IntakeForm;
  step: string;
  /** As the browser posted it, in order. */
  entries: [name: string, value: string][];
  token: string;
  /** The visitor came to change one answer and wants to go back to checking them all. */
  change: boolean;
  /** The visitor finishes later: what is typed is kept as it is, right or wrong, and nothing is sent. */
  later: boolean;
  /** For the last step: see `robots/refuse-robots.ts`. */
  proof: string;
  trap: string;
}

export type Saved =
  | { kind: 'next'; step: string }
  /** What is typed is kept and nothing was checked; a group may have a row more or less. */
  | { kind: 'kept' }
  | { kind: 'sent'; reference: string }
  | {
      kind: 'problems';
      /** HTTP status of the page that shows them. */
      status: 400 | 403 | 429 | 503;
      title: string;
      text: string;
      errors: FieldErrors;
      /** What was typed, to be shown again: nothing is lost. */
      values: Answers;
    };

/** Makes a refusal with what was typed on the step. */
export type Problems = (
  status: Extract<Saved, { kind: 'problems' }>['status'],
  title: string,
  text: string,
  errors?: FieldErrors,
) => Saved;
