import type { Answers, DeclaredRule } from '@claimdesk/forms/definition';
import { type FieldProps, getUiOptions, type RJSFSchema } from '@rjsf/utils';
import { describedBy } from './field-ids.ts';
import type { FormSurroundings } from './json-form.tsx';
import { widgets } from './widgets.ts';

/** What a widget draws its input from. */
export interface WidgetProps {
  id: string;
  /** In a native post. */
  name: string;
  schema: RJSFSchema;
  /** The answer so far; what was typed where that is no answer. */
  value: unknown;
  title: string;
  options: WidgetOptions;
  required: boolean;
  wrong: boolean;
  /** The ids of the hint and the error. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

/** Beyond rjsf's own: what `toUiSchema` says about a field. */
export interface WidgetOptions {
  autocomplete?: string;
  optional?: boolean;
  /** Label by value. */
  enumNames?: Record<string, string>;
  /** What `ui.json` declares about a PIN. */
  rules?: readonly DeclaredRule[];
}

type Props = FieldProps<Answers, RJSFSchema, FormSurroundings>;

/** Every question that has one answer, be it text, a number, a yes or a list: its widget, and nothing between. */
export function QuestionField({
  schema,
  uiSchema,
  fieldPathId,
  formData,
  required = false,
  rawErrors = [],
  onChange,
}: Props) {
  const { widget, title, description, ...options } = getUiOptions(uiSchema);
  const Widget = widgets[String(widget)];
  // A fault of the form's author, which `forms:check` finds before.
  if (!Widget) throw new Error(`This form has a field with a widget that the theme lacks: ${widget}.`);
  const wrong = rawErrors.length > 0;
  return (
    <Widget
      id={fieldPathId.$id}
      name={fieldPathId.name ?? fieldPathId.$id}
      schema={schema}
      value={formData}
      title={title ?? ''}
      options={options as WidgetOptions}
      required={required}
      wrong={wrong}
      describedBy={describedBy(fieldPathId.$id, { hint: Boolean(description), error: wrong })}
      onChange={(value) => onChange(value as Answers, fieldPathId.path, undefined, fieldPathId.$id)}
    />
  );
}
