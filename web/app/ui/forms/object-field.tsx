import type { Answers } from '@claimdesk/forms/definition';
import { type FieldProps, noop, type RJSFSchema, toFieldPathId } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';

type Props = FieldProps<Answers, RJSFSchema, FormContext>;

/** The questions of a form, or of one item of a group, in the order of the schema; hidden ones are left out. */
export function ObjectField({
  schema,
  uiSchema,
  formData,
  errorSchema,
  fieldPathId,
  registry,
  onChange,
}: Props) {
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
