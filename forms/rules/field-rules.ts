import { fieldsLookedAt } from '../declared-rules.ts';
import type { DeclaredRule, FieldUi, FormDefinition, JsonSchema, WidgetName } from '../definition.ts';
import { labelsOf } from '../options.ts';
import { refusedBy } from './accepted-values.ts';
import { didYouMean } from './nearest-word.ts';

/** What each widget can hold. */
const typesByWidget: Record<WidgetName, readonly string[]> = {
  'yes-no': ['string'],
  choice: ['string'],
  select: ['string'],
  text: ['string'],
  textarea: ['string'],
  email: ['string'],
  phone: ['string'],
  zip: ['string'],
  urbanization: ['string'],
  number: ['number', 'integer'],
  list: ['array'],
  checkbox: ['boolean'],
  date: ['string'],
  time: ['string'],
  ssn: ['string'],
  pin: ['string'],
  password: ['string'],
  group: ['array'],
};

export const widgetNames = Object.keys(typesByWidget) as WidgetName[];

/** Widgets whose visitor chooses from a list. */
const choosing: readonly WidgetName[] = ['yes-no', 'choice', 'select'];
export const ruleNames: readonly DeclaredRule['rule'][] = [
  'same-as',
  'same-text-as',
  'not-year-of',
  'not-end-of',
  'none-of',
  'not-one-character',
  'needs-military-city',
  'not-for-military-city',
  'possible-ssn',
  'not-before',
  'not-after-today',
  'years-ago',
];

/**
 * Rules for one field of `ui.json`, and that it fits its property in `schema.json`.
 *
 * @param required whether everyone who is asked must answer.
 * @returns one sentence per fault.
 */
export function findFieldFaults(
  name: string,
  field: FieldUi,
  property: JsonSchema,
  required: boolean,
): string[] {
  const faults: string[] = [];
  if (!field.title) faults.push(`"${name}" needs a title.`);
  if (!field.shortTitle) faults.push(`"${name}" needs a shortTitle.`);
  if (!property.deprecated && required === (field.optional ?? false))
    faults.push(`"${name}" must be either required in schema.json or optional in ui.json.`);
  faults.push(
    ...findMessageFaults(name, field, property, required),
    ...findOptionFaults(name, field, property),
  );
  const types = Object.hasOwn(typesByWidget, field.widget) ? typesByWidget[field.widget] : undefined;
  if (!types) return [...faults, `"${name}" has a widget that does not exist: "${field.widget}".`];
  if (!types.includes(property.type ?? ''))
    faults.push(`"${name}" is a ${property.type}, which the widget "${field.widget}" can't hold.`);
  faults.push(...findSecrecyFaults(name, field), ...findRowFaults(name, field, property));
  return faults;
}

/**
 * Rules for the rules that fields declare: they may look at earlier answers only, so that no visitor reads about a
 * question that is still to come.
 *
 * @returns one sentence per fault.
 */
export function findDeclaredRuleFaults({ schema, ui }: FormDefinition): string[] {
  const order = ui.steps.flatMap((step) => step.fields);
  return Object.entries(ui.fields).flatMap(([name, { rules = [] }]) =>
    rules.flatMap((rule) => {
      if (!ruleNames.includes(rule.rule))
        return [`"${name}" has a rule that does not exist: "${rule.rule}".`];
      const faults: string[] = [];
      if (!rule.message) faults.push(`"${name}" needs a message for its rule "${rule.rule}".`);
      if (schema.properties?.[name]?.type !== 'string')
        faults.push(`"${name}" has a rule, so it must be text.`);
      for (const other of fieldsLookedAt(rule)) {
        if (schema.properties?.[other]?.type !== 'string')
          faults.push(
            `A rule of "${name}" looks at "${other}", which is no text of this form.${didYouMean(other, order)}`,
          );
        else if (order.indexOf(other) >= order.indexOf(name))
          faults.push(`A rule of "${name}" looks at "${other}", which must be asked before it.`);
      }
      return faults;
    }),
  );
}

function findMessageFaults(
  name: string,
  { messages = {}, widget }: FieldUi,
  property: JsonSchema,
  required: boolean,
): string[] {
  const needed = [
    ...(required ? (['required'] as const) : []),
    ...(['pattern', 'format'] as const).filter((keyword) => property[keyword]),
    ...(property.items?.pattern ? (['pattern'] as const) : []),
    ...(widget === 'number' || (widget === 'checkbox' && !required) ? (['type'] as const) : []),
    ...(widget === 'date' && !property.format ? (['format'] as const) : []),
  ];
  return needed
    .filter((keyword) => !messages[keyword])
    .map((keyword) => `"${name}" needs a message for "${keyword}".`);
}

function findOptionFaults(name: string, field: FieldUi, property: JsonSchema): string[] {
  const values = (property.enum ?? []).map(String);
  const labels = Object.keys(labelsOf(field) ?? {});
  const faults = values
    .filter((value) => !labels.includes(value))
    .map((value) => `"${name}" needs a label for the option "${value}".`);
  for (const value of property.enum ?? []) {
    const keywords = refusedBy(property, value);
    if (keywords) faults.push(`"${name}" offers "${value}", which its own ${keywords} refuses.`);
  }
  for (const label of labels) {
    if (!values.includes(label))
      faults.push(`"${name}" labels "${label}", which schema.json does not allow.`);
  }
  if (choosing.includes(field.widget) !== values.length > 0)
    faults.push(`"${name}" must have options and a widget to choose one of them, or neither.`);
  return faults;
}

/** What is secret or masked must not be stored in clear, and an SSN, a PIN or a password never. */
function findSecrecyFaults(name: string, { widget, masked, secret }: FieldUi): string[] {
  const faults: string[] = [];
  if (widget === 'ssn' && !masked)
    faults.push(`"${name}" is a Social Security number, so it must be masked.`);
  if (widget === 'pin' && !secret) faults.push(`"${name}" is a PIN, so it must be secret.`);
  if (widget === 'password' && !secret) faults.push(`"${name}" is a password, so it must be secret.`);
  return faults;
}

/**
 * Rules for a group. Its rows are plain: a question of a row is always asked, whatever was answered, so nothing has to
 * be pruned inside; and a row is encrypted as a whole with its group.
 */
function findRowFaults(name: string, field: FieldUi, property: JsonSchema): string[] {
  const { items = {} } = property;
  if (field.widget !== 'group') return field.fields ? [`"${name}" has rows, so it must be a group.`] : [];
  if (items.type !== 'object') return [`"${name}" is a group, so its items must be of the type "object".`];
  const faults = (['itemTitle', 'addLabel', 'removeLabel'] as const)
    .filter((word) => !field[word])
    .map((word) => `"${name}" is a group, so it needs words for "${word}".`);
  if (!items.required?.length)
    faults.push(`"${name}" is a group, so a question of its rows must be required.`);
  const questions = Object.entries(field.fields ?? {});
  for (const inner of Object.keys(items.properties ?? {})) {
    if (!field.fields?.[inner])
      faults.push(`"${name}" has rows with "${inner}", which ui.json does not describe.`);
  }
  for (const [inner, question] of questions) {
    const path = `${name}[].${inner}`;
    const asked = items.properties?.[inner];
    if (!asked) faults.push(`ui.json describes "${path}", which is not in schema.json.`);
    else faults.push(...findFieldFaults(path, question, asked, items.required?.includes(inner) ?? false));
    if (['group', 'list', 'pin', 'password'].includes(question.widget))
      faults.push(`"${path}" must not be a ${question.widget}: rows are kept simple.`);
    if (question.rules) faults.push(`"${path}" must not declare rules: they are for the form's own fields.`);
  }
  return faults;
}
