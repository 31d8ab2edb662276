import type { Answers } from '@claimdesk/forms/definition';
import { type FieldTemplateProps, getUiOptions, type RJSFSchema } from '@rjsf/utils';
import { describedBy, errorId, hintId } from './field-ids.ts';
import type { FormContext } from './form-context.ts';

type Props = FieldTemplateProps<Answers, RJSFSchema, FormContext>;

/** One question with its hint and its error: a label and a field, or several inputs under their legend. */
export function FieldTemplate(props: Props) {
  if (props.schema.type === 'object' || props.hidden) return props.children;
  switch (getUiOptions(props.uiSchema).widget) {
    case 'yes-no':
    case 'choice':
    case 'date':
    case 'group':
      return <Inputs {...props} />;
    case 'checkbox':
      return <Box {...props} />;
    default:
      return <LabelledField {...props} />;
  }
}

function LabelledField({ id, label, uiSchema, rawDescription, rawErrors, registry, children }: Props) {
  const question = (
    <label htmlFor={id}>
      {label}
      {getUiOptions(uiSchema).optional ? <span className="optional"> (optional)</span> : null}
    </label>
  );
  return (
    <div className={rawErrors?.length ? 'field has-error' : 'field'}>
      {registry.formContext.heading ? <h1>{question}</h1> : question}
      <Hint fieldId={id} text={rawDescription} />
      <FieldError fieldId={id} messages={rawErrors} />
      {children}
    </div>
  );
}

/** A box has its label beside it, so what explains it comes after. */
function Box({ id, rawDescription, rawErrors, children }: Props) {
  return (
    <div className={rawErrors?.length ? 'field has-error' : 'field'}>
      <FieldError fieldId={id} messages={rawErrors} />
      {children}
      <Hint fieldId={id} text={rawDescription} />
    </div>
  );
}

function Inputs({ id, label, uiSchema, rawDescription, rawErrors, required, registry, children }: Props) {
  const wrong = Boolean(rawErrors?.length);
  const { widget, optional } = getUiOptions(uiSchema);
  const question = (
    <>
      {label}
      {optional ? <span className="optional"> (optional)</span> : null}
    </>
  );
  // Unlike a plain group, one of radio buttons may be invalid and required; elsewhere that is said of the inputs.
  const choice =
    widget === 'date' || widget === 'group'
      ? {}
      : {
          role: 'radiogroup',
          'aria-invalid': wrong || undefined,
          'aria-required': required || undefined,
        };
  return (
    <fieldset
      id={id}
      {...choice}
      className={wrong ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={describedBy(id, { hint: Boolean(rawDescription), error: wrong })}
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
