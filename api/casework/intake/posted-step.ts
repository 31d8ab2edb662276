import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import type { DomainErrorCode } from '#api/platform/domain-error.ts';

export interface PostedStep {
  form: IntakeForm;
  step: string;
  /** As the browser posted it, in order. */
  entries: [name: string, value: string][];
  token: string;
  /** The visitor changes one answer and then returns to "check your answers". */
  change: boolean;
  /** The visitor finishes later: the answers are saved as typed, valid or not, and nothing is sent. */
  later: boolean;
  /** On the first step: the visitor says that this computer is shared. */
  shared: boolean;
  /** On the first step: the id of the attorney asked about, empty for none; omitted, it stays unchanged. */
  attorney?: string | undefined;
  /** On the first step: the date on a denial letter that the visitor brought along, `YYYY-MM-DD`. */
  letter?: string | undefined;
  /** On the last step, and while too many drafts are being begun: see `robots/refuse-robots.ts`. */
  proof: string;
  honeypot: string;
}

export type Saved =
  | {
      kind: 'next';
      step: string;
      /** Another browser took over the earlier answers, so this one starts over. */
      moved?: boolean;
    }
  /** The answers were saved unvalidated; a group may have gained or lost a row. */
  | {
      kind: 'kept';
      /** Nothing is answered yet. */
      empty: boolean;
    }
  | { kind: 'sent'; reference: string; shared: boolean }
  | {
      kind: 'problems';
      code: Extract<DomainErrorCode, 'bad-input' | 'forbidden' | 'too-many' | 'unavailable'>;
      title: string;
      text: string;
      errors: FieldErrors;
      /** What was typed, to show again so that nothing is lost. Valid write-only answers are in the draft instead. */
      values: Answers;
    };

/** Makes a `problems` outcome that includes what was typed on the step. */
export type Problems = (
  code: Extract<Saved, { kind: 'problems' }>['code'],
  title: string,
  text: string,
  errors?: FieldErrors,
) => Saved;
