import type { Answers } from '@claimdesk/forms/definition';
import type { FormProps } from '@rjsf/core';
import type { ErrorListProps, RJSFSchema, SubmitButtonProps, UnsupportedFieldProps } from '@rjsf/utils';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { ArrayField } from './group-field.tsx';
import { ObjectFieldTemplate } from './object-template.tsx';
import { QuestionField } from './question-field.tsx';

type Theme = Required<Pick<FormProps<Answers, RJSFSchema, FormContext>, 'templates' | 'widgets' | 'fields'>>;

/** The theme of all forms. It uses none of rjsf's own markup, which is not accessible. */
export const theme: Theme = {
  // `QuestionField` picks widgets from `widgets.ts`, so rjsf needs none.
  widgets: {},
  fields: {
    ArrayField,
    BooleanField: QuestionField,
    NumberField: QuestionField,
    StringField: QuestionField,
  },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate: Nothing,
    ArrayFieldItemTemplate: Nothing,
    BaseInputTemplate: Nothing,
    ErrorListTemplate: ErrorList,
    UnsupportedFieldTemplate: Unsupported,
    // The templates above render titles, hints and errors themselves.
    TitleFieldTemplate: Nothing,
    DescriptionFieldTemplate: Nothing,
    ArrayFieldTitleTemplate: Nothing,
    ArrayFieldDescriptionTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    ButtonTemplates: { SubmitButton },
  },
};

function Nothing() {
  return null;
}

function ErrorList({ errors }: ErrorListProps<Answers, RJSFSchema, FormContext>) {
  return (
    <ul>
      {errors.map(({ property, message }) => (
        <li key={property}>{message}</li>
      ))}
    </ul>
  );
}

/** A schema that the theme can't render is a mistake in the form's definition, which `forms:check` catches first. */
function Unsupported({ reason }: UnsupportedFieldProps<Answers, RJSFSchema, FormContext>): never {
  throw new Error(`This form has a field that can't be shown: ${reason}`);
}

function SubmitButton({ uiSchema }: SubmitButtonProps<Answers, RJSFSchema, FormContext>) {
  return (
    <button type="submit" className="button">
      {uiSchema?.['ui:options']?.submitButtonOptions?.submitText ?? 'Continue'}
    </button>
  );
}
