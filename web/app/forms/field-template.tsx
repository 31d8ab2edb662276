import type { Answers } from '@claimdesk/forms/definition';
import { type FieldTemplateProps, getUiOptions, type RJSFSchema } from '@rjsf/utils';
import { describedBy, errorId, hintId } from './field-ids.ts';
import type { FormSurroundings } from './json-form.tsx';

type Props = FieldTemplateProps<Answers, RJSFSchema, FormSurroundings>;

/** One question with its hint and its error: a label and a field, or a group of answers under their legend. */
export function FieldTemplate(props: Props) {
  if (props.schema.type === 'object' || props.hidden) return props.children;
  const { widget } = getUiOptions(props.uiSchema);
  return widget === 'yes-no' || widget === 'choice' ? (
    <ChoiceGroup {...props} />
  ) : (
    <LabelledField {...props} />
  );
}

function LabelledField({ id, label, uiSchema, rawDescription, rawErrors, children }: Props) {
  return (
    <div className={rawErrors?.length ? 'field has-error' : 'field'}>
      <label htmlFor={id}>
        {label}
        {getUiOptions(uiSchema).optional ? <span className="optional"> (optional)</span> : null}
      </label>
      <Hint fieldId={id} text={rawDescription} />
      <FieldError fieldId={id} messages={rawErrors} />
      {children}
    </div>
  );
}

function ChoiceGroup({
  id,
  label,
  uiSchema,
  rawDescription,
  rawErrors,
  required,
  registry,
  children,
}: Props) {
  const wrong = Boolean(rawErrors?.length);
  const question = (
    <>
      {label}
      {getUiOptions(uiSchema).optional ? <span className="optional"> (optional)</span> : null}
    </>
  );
  return (
    <fieldset
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: unlike a plain group it may be invalid and required
      role="radiogroup"
      className={wrong ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={describedBy(id, { hint: Boolean(rawDescription), error: wrong })}
      aria-invalid={wrong || undefined}
      aria-required={required || undefined}
    >
      <legend>{registry.formContext.heading ? <h1>{question}</h1> : question}</legend>
      <Hint fieldId={id} text={rawDescription} />
      <FieldError fieldId={id} messages={rawErrors} />
      {children}
    </fieldset>
  );
}

function Hint({ fieldId, text }: { fieldId: string; text: string | undefined }) {
  return text ? (
    <p className="hint" id={hintId(fieldId)}>
      {text}
    </p>
  ) : null;
}

function FieldError({ fieldId, messages = [] }: { fieldId: string; messages: string[] | undefined }) {
  const [message] = messages;
  return message ? (
    <p className="field-error" id={errorId(fieldId)}>
      <span className="visually-hidden">Error: </span>
      {message}
    </p>
  ) : null;
}
