import type { Answers } from '@claimdesk/forms/definition';
import { type FieldTemplateProps, getUiOptions, type RJSFSchema } from '@rjsf/utils';
import { Field, FieldError, Hint, Optional } from './field.tsx';
import { describedBy } from './field-ids.ts';
import type { FormContext } from './form-context.ts';

type Props = FieldTemplateProps<Answers, RJSFSchema, FormContext>;

/** A question with its hint and error: a label and an input, or a fieldset with a legend and several inputs. */
export function FieldTemplate(props: Props) {
  if (props.schema.type === 'object' || props.hidden) return props.children;
  switch (getUiOptions(props.uiSchema).widget) {
    case 'yes-no':
    case 'choice':
    case 'date':
    case 'group':
      return <FieldsetField {...props} />;
    case 'checkbox':
      return <CheckboxField {...props} />;
    default:
      return <LabeledField {...props} />;
  }
}

function LabeledField({ id, label, uiSchema, rawDescription, rawErrors, registry, children }: Props) {
  return (
    <Field
      id={id}
      label={label}
      optional={Boolean(getUiOptions(uiSchema).optional)}
      isHeading={Boolean(registry.formContext.heading)}
      hint={rawDescription}
      error={rawErrors?.[0]}
    >
      {children}
    </Field>
  );
}

/** A checkbox has its label beside it, so the hint comes after. */
function CheckboxField({ id, rawDescription, rawErrors, children }: Props) {
  return (
    <div className={rawErrors?.length ? 'field has-error' : 'field'}>
      <FieldError fieldId={id} text={rawErrors?.[0]} />
      {children}
      <Hint fieldId={id} text={rawDescription} />
    </div>
  );
}

function FieldsetField({
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
  const { widget, optional } = getUiOptions(uiSchema);
  const question = (
    <>
      {label}
      <Optional when={Boolean(optional)} />
    </>
  );
  // ARIA allows invalid and required on a radiogroup but not on a plain group, whose inputs carry them instead.
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
      <FieldError fieldId={id} text={rawErrors?.[0]} />
      {children}
    </fieldset>
  );
}
