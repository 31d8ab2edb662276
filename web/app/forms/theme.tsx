import type { Answers } from '@claimdesk/forms/definition';
import type { FormProps } from '@rjsf/core';
import type { ErrorListProps, RJSFSchema, SubmitButtonProps, UnsupportedFieldProps } from '@rjsf/utils';
import { ChoiceWidget } from './choice-widget.tsx';
import { FieldTemplate } from './field-template.tsx';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, ObjectFieldTemplate } from './group-templates.tsx';
import type { FormSurroundings } from './json-form.tsx';
import { EmailWidget, PhoneWidget, TextWidget, ZipWidget } from './text-widgets.tsx';

type Theme = Required<Pick<FormProps<Answers, RJSFSchema, FormSurroundings>, 'templates' | 'widgets'>>;

/** How every form of the product looks: rjsf's own markup is not accessible, so none of it is used. */
export const theme: Theme = {
  widgets: {
    'yes-no': ChoiceWidget,
    choice: ChoiceWidget,
    text: TextWidget,
    email: EmailWidget,
    phone: PhoneWidget,
    zip: ZipWidget,
  },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: TextWidget,
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

function ErrorList({ errors }: ErrorListProps<Answers, RJSFSchema, FormSurroundings>) {
  return (
    <ul>
      {errors.map(({ property, message }) => (
        <li key={property}>{message}</li>
      ))}
    </ul>
  );
}

/** A schema that the theme can't draw is a fault of the form's author, which `forms:check` finds before. */
function Unsupported({ reason }: UnsupportedFieldProps<Answers, RJSFSchema, FormSurroundings>): never {
  throw new Error(`This form has a field that can't be shown: ${reason}`);
}

function SubmitButton({ uiSchema }: SubmitButtonProps<Answers, RJSFSchema, FormSurroundings>) {
  return (
    <button type="submit" className="button">
      {uiSchema?.['ui:options']?.submitButtonOptions?.submitText ?? 'Continue'}
    </button>
  );
}
