import type { Answers } from '@claimdesk/forms/definition';
import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { Fragment } from 'react';
import type { FormContext } from './form-context.ts';

/** Renders the fields of a form, or of one item of a group, in order, and skips hidden ones. */
export function ObjectFieldTemplate({
  properties,
}: ObjectFieldTemplateProps<Answers, RJSFSchema, FormContext>) {
  return properties
    .filter(({ hidden }) => !hidden)
    .map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);
}
