import type { Answers } from '@claimdesk/forms/definition';
import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { Fragment } from 'react';
import type { FormSurroundings } from './json-form.tsx';

/** The fields of a form, or of one item of a group, one after the other. */
export function ObjectFieldTemplate({
  properties,
}: ObjectFieldTemplateProps<Answers, RJSFSchema, FormSurroundings>) {
  return properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);
}
