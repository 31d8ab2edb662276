import type { Answers } from '@claimdesk/forms/definition';
import { type FieldProps, type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { useRef } from 'react';
import type { FormContext } from './form-context.ts';
import { useHydrated } from './hydrated.ts';
import { QuestionField } from './question-field.tsx';
import { useAnnouncement, useItems } from './use-items.ts';

type Props = FieldProps<Answers, RJSFSchema, FormContext>;

/** An array: a comma-separated list in one input, or a group of questions repeated for each item. */
export function ArrayField(props: Props) {
  return props.uiSchema?.['ui:widget'] === 'group' ? <GroupField {...props} /> : <QuestionField {...props} />;
}

/**
 * A repeated group of questions, with buttons to add and remove items.
 *
 * Without JavaScript the buttons post the form, and the server renders the page with one item more or less. With it they
 * work in place: focus moves to the new item's first field, or to the Add button, and the change is announced.
 */
function GroupField(props: Props) {
  const { schema, uiSchema = {}, formData, fieldPathId, onChange } = props;
  const { itemTitle, addLabel, removeLabel } = labelsOf(uiSchema);
  const name = fieldPathId.name ?? fieldPathId.$id;
  const { items, add, remove } = useItems(schema, formData, (changedItems) =>
    onChange(changedItems as unknown as Answers, fieldPathId.path, undefined, fieldPathId.$id),
  );
  const container = useRef<HTMLDivElement>(null);
  const { announcement, announce } = useAnnouncement(container);
  return (
    <div className="group-list" ref={container}>
      {/* Enter in a field activates the form's first submit button, which must not be a Remove button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {items.map(({ key, answers }, index) => (
        <fieldset className="group-item" key={key} data-item={index}>
          <legend>{`${itemTitle} ${index + 1}`}</legend>
          <Questions {...props} answers={answers} index={index} />
          {remove ? (
            <InPlaceButton
              name="_remove"
              value={`${name}.${index}`}
              kind="quiet"
              onPress={() => {
                remove(index);
                announce(`${itemTitle} ${index + 1} removed.`, 'add');
              }}
            >
              {removeLabel}
              <span className="visually-hidden">{` (${itemTitle} ${index + 1})`}</span>
            </InPlaceButton>
          ) : null}
        </fieldset>
      ))}
      {add ? (
        <InPlaceButton
          name="_add"
          value={name}
          kind="secondary"
          onPress={() => {
            add();
            announce(`${itemTitle} ${items.length + 1} added.`, items.length);
          }}
        >
          {addLabel}
        </InPlaceButton>
      ) : (
        <p className="hint">{`There is room for ${schema.maxItems} here, and all are used.`}</p>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

function Questions({
  schema,
  uiSchema,
  errorSchema,
  fieldPathId,
  registry,
  onChange,
  answers,
  index,
}: Props & { answers: Answers; index: number }) {
  const { SchemaField } = registry.fields;
  // The group's legend may be the page's heading; the questions inside it are not.
  const itemRegistry = { ...registry, formContext: { ...registry.formContext, heading: false } };
  return SchemaField ? (
    <SchemaField
      name={String(index)}
      schema={schema.items as RJSFSchema}
      uiSchema={uiSchema?.items as UiSchema<Answers, RJSFSchema, FormContext>}
      formData={answers}
      errorSchema={errorSchema?.[index]}
      fieldPathId={toFieldPathId(index, registry.globalFormOptions, fieldPathId)}
      required
      registry={itemRegistry}
      onChange={onChange}
      onBlur={noop}
      onFocus={noop}
    />
  ) : null;
}

/** A submit button that, once hydrated, calls `onPress` instead of posting the form. */
function InPlaceButton({
  name,
  value,
  kind,
  onPress,
  children,
}: {
  name: string;
  value: string;
  kind: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      name={name}
      value={value}
      className={`button ${kind}`}
      onClick={(event) => {
        if (!hydrated) return;
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </button>
  );
}

function labelsOf(uiSchema: UiSchema) {
  const { itemTitle, addLabel, removeLabel } = uiSchema['ui:options'] ?? {};
  return {
    itemTitle: String(itemTitle ?? 'Entry'),
    addLabel: String(addLabel ?? 'Add another'),
    removeLabel: String(removeLabel ?? 'Remove'),
  };
}

function noop(): void {}
