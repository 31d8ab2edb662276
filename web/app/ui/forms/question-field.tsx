import type { Answers } from '@claimdesk/forms/definition';
import { type FieldProps, getUiOptions, type RJSFSchema } from '@rjsf/utils';
import { useEffect } from 'react';
import { describedBy } from './field-ids.ts';
import type { FormContext, WidgetOptions, WidgetProps } from './form-context.ts';
import { widgets } from './widgets.ts';

type Props = FieldProps<Answers, RJSFSchema, FormContext>;

/** Renders the widget of a question with one answer: a string, number, boolean or list. */
export function QuestionField({
  schema,
  uiSchema,
  fieldPathId,
  formData,
  required = false,
  rawErrors = [],
  registry,
  onChange,
}: Props) {
  const { widget, title, description, ...options } = getUiOptions(uiSchema);
  const Widget = widgets[String(widget)];
  // A mistake in the form's definition, which `forms:check` catches first.
  if (!Widget) throw new Error(`This form has a field with a widget that the theme lacks: ${widget}.`);
  const wrong = rawErrors.length > 0;
  const id = fieldPathId.$id;
  const props: WidgetProps = {
    id,
    name: fieldPathId.name ?? id,
    schema,
    value: formData,
    title: title ?? '',
    options: options as WidgetOptions,
    required,
    wrong,
    error: rawErrors[0],
    describedBy: describedBy(id, { hint: Boolean(description), error: wrong }),
    onChange: (value) => onChange(value as Answers, fieldPathId.path, undefined, id),
  };
  const [field = ''] = fieldPathId.path;
  const given = fieldPathId.path.length === 1 ? registry.formContext.given[String(field)] : undefined;
  return given === undefined ? (
    <Widget {...props} />
  ) : (
    <GivenAnswer {...props} given={given} Widget={Widget} />
  );
}

/**
 * A write-only answer that is already stored. It is kept unless another one is typed under "Change", which also works
 * without JavaScript.
 */
function GivenAnswer({
  given,
  Widget,
  ...props
}: WidgetProps & { given: string; Widget: (props: WidgetProps) => React.ReactNode }) {
  const { value, onChange } = props;
  // A rejected date is not stored, so it is shown again to be corrected.
  const wrongDate = Widget === widgets.date && props.wrong ? value : undefined;
  // Clears the typed value once the page reports it as stored, so that it doesn't stay in memory.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when `given` changes, not on every key
  useEffect(() => {
    if (value !== undefined && wrongDate === undefined) onChange(undefined);
  }, [given]);
  return (
    <div className="given">
      <p className="given-words">{given}</p>
      <details className="fold" open={props.wrong || undefined}>
        <summary>
          Change<span className="visually-hidden">: {props.title}</span>
        </summary>
        <p className="hint">Leave it empty to keep what you gave.</p>
        <Widget key={given} {...props} value={wrongDate} required={false} />
      </details>
    </div>
  );
}
