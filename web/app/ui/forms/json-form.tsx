import type { StepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import {
  DEFAULT_ID_SEPARATOR,
  type ErrorSchema,
  ErrorSchemaBuilder,
  englishStringTranslator,
  noop,
  type Registry,
  type RJSFSchema,
  setByPath,
  toFieldPathId,
  type UiSchema,
} from '@rjsf/utils';
import { useMemo, useRef, useState } from 'react';
import { FieldReadersContext } from './field-readers.ts';
import type { FormContext } from './form-context.ts';
import { theme } from './theme.tsx';
import { TypedAnswersContext } from './typed-answers.ts';

type SchemaUtils = Registry<Answers, RJSFSchema, FormContext>['schemaUtils'];

/** What rjsf's `SchemaField` asks of them. */
const asked: Pick<SchemaUtils, 'retrieveSchema' | 'getDisplayLabel'> = {
  retrieveSchema: (schema) => schema,
  // The field template shows the label of every question.
  getDisplayLabel: () => true,
};

/**
 * The registry's helpers for schemas, without references, conditions and alternatives: the schemas of our steps have none
 * (`forms/ui-schema.ts`), and rjsf's own, which resolve them, are 13 KB of script. `rjsf-contract.test.tsx` holds both.
 */
export const plainSchemas = asked as SchemaUtils;

const noGivenAnswers: FormContext['given'] = {};

interface Props {
  /** Prefix of every id, so that ids are the same on the server and in the browser. */
  id: string;
  /** The form element's id, for the `form` attribute of controls outside it. */
  formId?: string;
  /** Target of a native post. */
  action: string;
  schema: RJSFSchema;
  uiSchema: UiSchema;
  validator: StepValidator;
  /** Initial values; the fields are uncontrolled after that. */
  values: Answers;
  /** See `FormContext`. */
  given?: FormContext['given'];
  /** The server's errors, one message per field. */
  errors: FieldErrors;
  heading?: boolean;
  onChange?: (answers: Answers) => void;
  /** Called with the raw answers when validation in the browser fails. */
  onInvalid: (errors: FieldErrors, answers: Answers) => void;
  /** Called when validation in the browser passes. */
  onValid: (form: HTMLFormElement) => void;
  /** Called instead of both when a button with `formnovalidate` was pressed, inside the form or outside it. */
  onUnchecked?: (form: HTMLFormElement, button: HTMLButtonElement) => void;
  /** Hidden inputs and buttons. */
  children: React.ReactNode;
}

/**
 * A form rendered from its JSON Schema. The server's HTML is complete and posts natively; with JavaScript the same rules
 * are checked before submitting.
 */
export function JsonForm({
  id,
  formId,
  action,
  schema,
  uiSchema,
  validator,
  errors,
  heading = false,
  given = noGivenAnswers,
  values,
  onChange,
  onInvalid,
  onValid,
  onUnchecked,
  children,
}: Props) {
  const [answers, setAnswers] = useState(values);
  // Two fields may change before the next render.
  const latest = useRef(answers);
  const [readers] = useState(() => new Set<() => void>());
  const errorSchema = useMemo(() => toErrorSchema(errors), [errors]);
  const typed = useMemo(() => ({ answers, uiSchema }), [answers, uiSchema]);
  const registry = useRegistry({ id, schema, heading, given });
  const { SchemaField } = registry.fields;

  function change(value: unknown, path: (string | number)[]) {
    latest.current = setByPath(structuredClone(latest.current), path, value);
    setAnswers(latest.current);
    onChange?.(latest.current);
  }

  return (
    <TypedAnswersContext value={typed}>
      <form
        {...(formId && { id: formId })}
        className="form"
        action={action}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const button = (event.nativeEvent as SubmitEvent).submitter;
          if (onUnchecked && button instanceof HTMLButtonElement && button.formNoValidate)
            return onUnchecked(event.currentTarget, button);
          for (const read of readers) read();
          const found = validator.check(latest.current, schema);
          if (Object.keys(found).length > 0) onInvalid(found, latest.current);
          else onValid(event.currentTarget);
        }}
      >
        <FieldReadersContext value={readers}>
          {SchemaField ? (
            <SchemaField
              name=""
              schema={schema}
              uiSchema={uiSchema}
              formData={answers}
              errorSchema={errorSchema}
              fieldPathId={toFieldPathId('', registry.globalFormOptions)}
              registry={registry}
              onChange={change}
              onBlur={noop}
              onFocus={noop}
            />
          ) : null}
        </FieldReadersContext>
        {children}
      </form>
    </TypedAnswersContext>
  );
}

/** @returns what rjsf's fields look things up in. */
function useRegistry({
  id,
  schema,
  heading,
  given,
}: Required<Pick<Props, 'id' | 'schema' | 'heading' | 'given'>>) {
  return useMemo(
    (): Registry<Answers, RJSFSchema, FormContext> => ({
      ...theme,
      rootSchema: schema,
      schemaUtils: plainSchemas,
      formContext: { heading, given },
      translateString: englishStringTranslator,
      globalFormOptions: {
        idPrefix: id,
        idSeparator: DEFAULT_ID_SEPARATOR,
        // Inputs are named after their path in the schema, as the server decodes native posts.
        nameGenerator: (path) => path.join('.'),
        useFallbackUiForUnsupportedType: false,
      },
    }),
    [id, schema, heading, given],
  );
}

function toErrorSchema(errors: FieldErrors): ErrorSchema<Answers> {
  const builder = new ErrorSchemaBuilder<Answers>();
  for (const [field, message] of Object.entries(errors))
    if (field) builder.addErrors(message, field.split('.'));
  return builder.ErrorSchema;
}
