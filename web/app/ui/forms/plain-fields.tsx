import type { Answers, FieldErrors, FormDefinition, WidgetName } from '@claimdesk/forms/definition';
import { CheckboxWidget } from './checkbox-widget.tsx';
import { DateWidget } from './date-widget.tsx';
import { Field, FieldError, Hint } from './field.tsx';
import { describedBy } from './field-ids.ts';
import type { WidgetProps } from './form-context.ts';
import { PasswordWidget } from './masked-field.tsx';
import { SelectWidget } from './select-widget.tsx';
import { EmailWidget, PhoneWidget, TextWidget, UrbanizationWidget, ZipWidget } from './text-widgets.tsx';

/** A question of a form's definition, with what is needed to draw it. */
export interface PlainQuestion {
  name: string;
  title: string;
  hint?: string;
  widget: WidgetName;
  optional: boolean;
  autocomplete?: string;
  /** Labels by value, in order. */
  options?: Readonly<Record<string, string>>;
  maxLength?: number;
}

/** @returns the questions of a form, in the order of its steps. */
export function questionsOf({ schema, ui }: FormDefinition): PlainQuestion[] {
  return ui.steps.flatMap(({ fields }) =>
    fields.flatMap((name): PlainQuestion[] => {
      const field = ui.fields[name];
      const property = schema.properties?.[name];
      if (!field || !property) return [];
      const { title, hint, widget, optional = false, autocomplete, options } = field;
      const { maxLength } = property;
      return [
        {
          name,
          title,
          widget,
          optional,
          ...(hint && { hint }),
          ...(autocomplete && { autocomplete }),
          ...(options && { options }),
          ...(maxLength !== undefined && { maxLength }),
        },
      ];
    }),
  );
}

/** The widgets of short forms, which need neither rjsf nor rules in the browser: a third of a page's script. */
const widgets: Partial<Record<WidgetName, (props: WidgetProps) => React.ReactNode>> = {
  text: TextWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  zip: ZipWidget,
  urbanization: UrbanizationWidget,
  select: SelectWidget,
  password: PasswordWidget,
};

interface Props {
  /** Prefix of every id. */
  id: string;
  questions: PlainQuestion[];
  /** Initial values; the fields are uncontrolled after that. */
  values: Answers;
  errors: FieldErrors;
}

/** The questions of a form, drawn from its definition and checked by the server alone. */
export function PlainFields({ id: form, questions, values, errors }: Props) {
  return questions.map((question) => {
    const { name, title, hint, widget, optional, autocomplete, options, maxLength } = question;
    const id = plainFieldId(form, name);
    const error = errors[name];
    const props: WidgetProps = {
      id,
      name,
      schema: {
        ...(options && { enum: Object.keys(options) }),
        ...(maxLength !== undefined && { maxLength }),
      },
      value: values[name],
      title,
      options: { optional, ...(autocomplete && { autocomplete }), ...(options && { enumNames: options }) },
      required: !optional,
      wrong: error !== undefined,
      error,
      describedBy: describedBy(id, { hint: hint !== undefined, error: error !== undefined }),
      onChange: () => {},
    };
    if (widget === 'date') return <DateField key={name} {...props} hint={hint} />;
    if (widget === 'checkbox') return <CheckedField key={name} {...props} hint={hint} />;
    const Widget = widgets[widget];
    if (!Widget) throw new Error(`A short form can't show the widget ${widget}.`);
    return (
      <Field key={name} id={id} label={title} optional={optional} hint={hint} error={error}>
        <Widget {...props} />
      </Field>
    );
  });
}

/** The three fields of a date are a group. */
function DateField({ hint, ...props }: WidgetProps & { hint: string | undefined }) {
  return (
    <fieldset
      id={props.id}
      className={props.wrong ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={props.describedBy}
    >
      <legend>{props.title}</legend>
      <Hint fieldId={props.id} text={hint} />
      <FieldError fieldId={props.id} text={props.error} />
      <DateWidget {...props} />
    </fieldset>
  );
}

/** A checkbox has its label beside it, so the hint comes after. */
function CheckedField({ hint, ...props }: WidgetProps & { hint: string | undefined }) {
  return (
    <div className={props.wrong ? 'field has-error' : 'field'}>
      <FieldError fieldId={props.id} text={props.error} />
      <CheckboxWidget {...props} />
      <Hint fieldId={props.id} text={hint} />
    </div>
  );
}

export function plainFieldId(form: string, name: string): string {
  return `${form}_${name}`;
}
