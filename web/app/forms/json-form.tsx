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

const nothingGiven: FormContext['given'] = {};

interface Props {
  /** Starts every id, so that ids are the same on the server and in the browser. */
  id: string;
  /** The form element's own id, for what belongs to it and stands outside. */
  formId?: string;
  /** Where a native post goes. */
  action: string;
  schema: RJSFSchema;
  uiSchema: UiSchema;
  validator: AnswersValidator;
  /** Shown at first; afterwards the fields hold what is typed. */
  values: Answers;
  /** See `FormContext`. */
  given?: FormContext['given'];
  /** What the server said, one sentence a field. */
  errors: FieldErrors;
  heading?: boolean;
  onChange?: (answers: Answers) => void;
  /** The answers, as they were typed, broke a rule that the browser knows. */
  onInvalid: (errors: FieldErrors, answers: Answers) => void;
  /** The form may be sent. */
  onValid: (form: HTMLFormElement) => void;
  /** Hidden inputs and buttons. */
  children: React.ReactNode;
}

/** Nothing is answered before somebody answers it: rjsf alone would tick a box that has to be ticked. */
const defaultState = {
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
} as const;

/**
 * A form made from its JSON Schema. It is complete in the server's HTML and posts by itself; with script it is checked
 * by the same rules before it is sent.
 */
export function JsonForm({
  id,
  formId,
  errors,
  heading = false,
  given = nothingGiven,
  values,
  onChange,
  onInvalid,
  onValid,
  ...form
}: Props) {
  const extraErrors = useMemo(() => toErrorSchema(errors), [errors]);
  const [answers, setAnswers] = useState(values);
  const typed = useMemo(() => ({ answers, uiSchema: form.uiSchema }), [answers, form.uiSchema]);
  const surroundings = useMemo((): FormContext => ({ heading, given }), [heading, given]);
  return (
    <TypedAnswersContext value={typed}>
      <Form<Answers, RJSFSchema, FormContext>
        {...form}
        idPrefix={id}
        {...(formId && { id: formId })}
        initialFormData={values}
        extraErrors={extraErrors}
        formContext={surroundings}
        {...theme}
        // A native post names the fields as the schema does.
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
        // Not the errors that rjsf hands over: among them are those of the last time, also where they were put right.
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
