import type { Answers } from '@claimdesk/forms/definition';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
} from '@rjsf/utils';
import { Fragment } from 'react';
import { errorId } from './field-ids.ts';
import type { FormSurroundings } from './json-form.tsx';

/** The fields of a form one after the other; a group within it gets a legend. */
export function ObjectFieldTemplate({
  title,
  properties,
  fieldPathId,
}: ObjectFieldTemplateProps<Answers, RJSFSchema, FormSurroundings>) {
  const fields = properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);
  if (fieldPathId.path.length === 0) return <>{fields}</>;
  return (
    <fieldset className="choice-group" id={fieldPathId.$id}>
      <legend>{title}</legend>
      {fields}
    </fieldset>
  );
}

/** A list of entries with a button to add one. */
export function ArrayFieldTemplate({
  title,
  items,
  canAdd,
  onAddClick,
  rawErrors = [],
  fieldPathId,
}: ArrayFieldTemplateProps<Answers, RJSFSchema, FormSurroundings>) {
  const [message] = rawErrors;
  return (
    <fieldset
      className={message ? 'choice-group has-error' : 'choice-group'}
      id={fieldPathId.$id}
      aria-describedby={message ? errorId(fieldPathId.$id) : undefined}
    >
      <legend>{title}</legend>
      {message ? (
        <p className="field-error" id={errorId(fieldPathId.$id)}>
          {message}
        </p>
      ) : null}
      {items}
      {canAdd ? (
        <button type="button" className="button secondary" onClick={onAddClick}>
          Add another: {title}
        </button>
      ) : null}
    </fieldset>
  );
}

/** One entry of a list; its button says which entry it removes. */
export function ArrayFieldItemTemplate({
  children,
  index,
  buttonsProps,
}: ArrayFieldItemTemplateProps<Answers, RJSFSchema, FormSurroundings>) {
  return (
    <div className="field">
      {children}
      {buttonsProps.hasRemove ? (
        <button type="button" className="button quiet" onClick={buttonsProps.onRemoveItem}>
          Remove entry {index + 1}
        </button>
      ) : null}
    </div>
  );
}
