import { errorId, hintId } from './field-ids.ts';

export interface FieldProps {
  id: string;
  label: string;
  optional?: boolean;
  /** The label is the page's heading too. */
  isHeading?: boolean;
  hint?: string | undefined;
  error: string | undefined;
  children: React.ReactNode;
}

export function Field({ id, label, optional, isHeading, hint, error, children }: FieldProps) {
  const question = (
    <label htmlFor={id}>
      {label}
      <Optional when={optional} />
    </label>
  );
  return (
    <div className={error ? 'field has-error' : 'field'}>
      {isHeading ? <h1>{question}</h1> : question}
      <Hint fieldId={id} text={hint} />
      <FieldError fieldId={id} text={error} />
      {children}
    </div>
  );
}

/** Follows the label of a question that may be left out. */
export function Optional({ when }: { when: boolean | undefined }) {
  return when ? <span className="optional"> (optional)</span> : null;
}

export function Hint({ fieldId, text }: { fieldId: string; text: string | undefined }) {
  return text ? (
    <p className="hint" id={hintId(fieldId)}>
      {text}
    </p>
  ) : null;
}

export function FieldError({ fieldId, text }: { fieldId: string; text: string | undefined }) {
  return text ? (
    <p className="field-error" id={errorId(fieldId)}>
      <span className="visually-hidden">Error: </span>
      {text}
    </p>
  ) : null;
}
