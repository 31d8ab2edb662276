import type { Answers } from '@claimdesk/forms/definition';
import type { FormProps } from '@rjsf/core';
import type { ErrorListProps, RJSFSchema, SubmitButtonProps, UnsupportedFieldProps } from '@rjsf/utils';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { SeveralField } from './group-field.tsx';
import { ObjectFieldTemplate } from './object-template.tsx';
import { QuestionField } from './question-field.tsx';

type Theme = Required<Pick<FormProps<Answers, RJSFSchema, FormContext>, 'templates' | 'widgets' | 'fields'>>;

/** How every form of the product looks: rjsf's own markup is not accessible, so none of it is used. */
export const theme: Theme = {
  // A question finds its widget by itself (`widgets.ts`), so rjsf chooses none.
  widgets: {},
  fields: {
    ArrayField: SeveralField,
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
    // Titles, hints and errors are drawn by the templates above, next to what they belong to.
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

/** A schema that the theme can't draw is a fault of the form's author, which `forms:check` finds before. */
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
