import type { Answers } from '@claimdesk/forms/definition';
import { type FieldProps, type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { useRef } from 'react';
import type { FormContext } from './form-context.ts';
import { useHydrated } from './hydrated.ts';
import { QuestionField } from './question-field.tsx';
import { useAnnouncement, useItems } from './use-items.ts';

type Props = FieldProps<Answers, RJSFSchema, FormContext>;

/** Answers of which there may be several: one field with commas, or the same questions over and over. */
export function SeveralField(props: Props) {
  return props.uiSchema?.['ui:widget'] === 'group' ? <GroupField {...props} /> : <QuestionField {...props} />;
}

/**
 * The same questions for one thing after the other, with buttons to add and remove one.
 *
 * Without script the buttons send the form, and the server shows the page with one item more or less. With script they
 * work in place: the focus goes to the new item's first field, or to the Add button, and what happened is announced.
 */
function GroupField(props: Props) {
  const { schema, uiSchema = {}, formData, fieldPathId, onChange } = props;
  const { itemTitle, addLabel, removeLabel } = wordsOf(uiSchema);
  const name = fieldPathId.name ?? fieldPathId.$id;
  const { items, add, remove } = useItems(schema, formData, (changed) =>
    onChange(changed as unknown as Answers, fieldPathId.path, undefined, fieldPathId.$id),
  );
  const around = useRef<HTMLDivElement>(null);
  const { said, announce } = useAnnouncement(around);
  return (
    <div className="group-list" ref={around}>
      {/* Enter in a field presses the first button of a form, which must not be one that removes something. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {items.map(({ key, answers }, index) => (
        <fieldset className="group-item" key={key} data-item={index}>
          <legend>{`${itemTitle} ${index + 1}`}</legend>
          <Questions {...props} answers={answers} index={index} />
          {remove ? (
            <InPlaceButton
              name="_remove"
              value={`${name}.${index}`}
              look="quiet"
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
          look="secondary"
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
        {said}
      </span>
    </div>
  );
}

/** The questions of one item. */
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
  // The group may be the heading of its page; what is asked within it is not.
  const within = { ...registry, formContext: { ...registry.formContext, heading: false } };
  return SchemaField ? (
    <SchemaField
      name={String(index)}
      schema={schema.items as RJSFSchema}
      uiSchema={uiSchema?.items as UiSchema<Answers, RJSFSchema, FormContext>}
      formData={answers}
      errorSchema={errorSchema?.[index]}
      fieldPathId={toFieldPathId(index, registry.globalFormOptions, fieldPathId)}
      required
      registry={within}
      onChange={onChange}
      onBlur={ignore}
      onFocus={ignore}
    />
  ) : null;
}

/** Sends the form until script runs; from then on it works on the page. */
function InPlaceButton({
  name,
  value,
  look,
  onPress,
  children,
}: {
  name: string;
  value: string;
  look: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      name={name}
      value={value}
      className={`button ${look}`}
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

function wordsOf(uiSchema: UiSchema) {
  const { itemTitle, addLabel, removeLabel } = uiSchema['ui:options'] ?? {};
  return {
    itemTitle: String(itemTitle ?? 'Entry'),
    addLabel: String(addLabel ?? 'Add another'),
    removeLabel: String(removeLabel ?? 'Remove'),
  };
}

function ignore(): void {}
