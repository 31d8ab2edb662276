import type { Answers } from '@claimdesk/forms/definition';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { type FieldProps, noop, type Registry, type RJSFSchema, toFieldPathId } from '@rjsf/utils';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { ArrayField } from './group-field.tsx';
import { QuestionField } from './question-field.tsx';

type FormRegistry = Registry<Answers, RJSFSchema, FormContext>;

/**
 * What rjsf renders all forms with: its own `SchemaField`, and our fields and templates for everything with markup,
 * because its own is not accessible. Named one by one instead of `getDefaultRegistry`, which brings every field, widget
 * and template of rjsf and a renderer for Markdown to each visitor (docs/decisions/062).
 */
export const theme: Pick<FormRegistry, 'fields' | 'templates' | 'widgets'> = {
  // `QuestionField` picks widgets from `widgets.ts`, so rjsf needs none.
  widgets: {},
  fields: {
    SchemaField,
    ObjectField,
    ArrayField,
    BooleanField: QuestionField,
    NumberField: QuestionField,
    StringField: QuestionField,
    FallbackField: Unsupported,
  },
  // Those that `SchemaField` asks for; `FieldTemplate` draws hints and errors itself. rjsf's type wants all that it has.
  templates: {
    FieldTemplate,
    DescriptionFieldTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
  } as unknown as FormRegistry['templates'],
};

function Nothing() {
  return null;
}

/** A schema that the theme can't render is a mistake in the form's definition, which `forms:check` catches first. */
function Unsupported({ name }: { name: string }): never {
  throw new Error(`Nothing can show the field ${name}.`);
}

type Props = FieldProps<Answers, RJSFSchema, FormContext>;

/** The questions of a form, or of one item of a group, in the order of the schema; hidden ones are left out. */
function ObjectField({ schema, uiSchema, formData, errorSchema, fieldPathId, registry, onChange }: Props) {
  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => uiSchema?.[name]?.['ui:widget'] !== 'hidden')
    .map(([name, property]) => (
      <SchemaField
        key={name}
        name={name}
        schema={property as RJSFSchema}
        uiSchema={uiSchema?.[name]}
        formData={formData?.[name] as Answers}
        errorSchema={errorSchema?.[name]}
        fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId)}
        required={schema.required?.includes(name) ?? false}
        registry={registry}
        onChange={onChange}
        onBlur={noop}
        onFocus={noop}
      />
    ));
}
