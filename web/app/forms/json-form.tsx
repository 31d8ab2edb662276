import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import Form from '@rjsf/core/lib/components/Form.js';
import {
  type ErrorSchema,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type UiSchema,
} from '@rjsf/utils';
import { useMemo, useState } from 'react';
import type { FormContext } from './form-context.ts';
import type { AnswersValidator } from './lazy-validator.ts';
import { theme } from './theme.tsx';
import { TypedAnswersContext } from './typed-answers.ts';
import './widgets.css';

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
  validator: AnswersValidator;
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
  /** Hidden inputs and buttons. */
  children: React.ReactNode;
}

/** Turns off rjsf's defaults, which would, for example, pre-check a checkbox whose schema is `const: true`. */
const defaultState = {
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
} as const;

/**
 * A form rendered from its JSON Schema. The server's HTML is complete and posts natively; with JavaScript the same rules
 * are checked before submitting.
 */
export function JsonForm({
  id,
  formId,
  errors,
  heading = false,
  given = noGivenAnswers,
  values,
  onChange,
  onInvalid,
  onValid,
  ...form
}: Props) {
  const extraErrors = useMemo(() => toErrorSchema(errors), [errors]);
  const [answers, setAnswers] = useState(values);
  const typed = useMemo(() => ({ answers, uiSchema: form.uiSchema }), [answers, form.uiSchema]);
  const formContext = useMemo((): FormContext => ({ heading, given }), [heading, given]);
  return (
    <TypedAnswersContext value={typed}>
      <Form<Answers, RJSFSchema, FormContext>
        {...form}
        idPrefix={id}
        {...(formId && { id: formId })}
        initialFormData={values}
        extraErrors={extraErrors}
        formContext={formContext}
        {...theme}
        // Inputs are named after their path in the schema, as the server decodes native posts.
        nameGenerator={(path) => path.join('.')}
        experimental_defaultFormStateBehavior={defaultState}
        method="post"
        className="form"
        noHtml5Validate
        showErrorList={false}
        onChange={({ formData = {} }) => {
          setAnswers(formData);
          onChange?.(formData);
        }}
        // Validates again, because rjsf's own list still includes `extraErrors` that have been corrected.
        onError={() =>
          onInvalid(toFieldErrors(form.validator.validateFormData(answers, form.schema).errors), answers)
        }
        onSubmit={(_event, { target }) => onValid(target as HTMLFormElement)}
      />
    </TypedAnswersContext>
  );
}

function toErrorSchema(errors: FieldErrors): ErrorSchema<Answers> {
  const builder = new ErrorSchemaBuilder<Answers>();
  for (const [field, message] of Object.entries(errors))
    if (field) builder.addErrors(message, field.split('.'));
  return builder.ErrorSchema;
}

function toFieldErrors(found: RJSFValidationError[]): FieldErrors {
  return Object.fromEntries(
    found.map(({ property = '', message = '' }) => [property.replace(/^\./, ''), message]),
  );
}
