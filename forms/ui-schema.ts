import type { UiSchema } from '@rjsf/utils';
import type { ErrorObject } from 'ajv';
import { conditionalFields, readConditions } from './conditions.ts';
import { fieldsLookedAt } from './declared-rules.ts';
import type { Answers, FieldUi, FormDefinition, JsonSchema } from './definition.ts';
import { findStep } from './journey.ts';
import type { ProblemWords } from './messages.ts';
import { normalizeAnswers } from './normalize.ts';
import { labelsOf } from './options.ts';

/** The schema of one step, as rjsf gets it and as the browser's validators are compiled from. */
export interface StepSchema extends JsonSchema {
  type: 'object';
  title: string;
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: false;
}

const noneHidden: ReadonlySet<string> = new Set();

/**
 * The schema of one step without the fields that this visitor is not asked.
 *
 * Each set of hidden fields gives its own schema, and `compile.ts` makes a validator for each of them: a precompiled
 * validator accepts only the very schema it was compiled from.
 *
 * @param hidden of the whole form, from `hiddenFields` in `validate.ts`.
 * @throws RangeError when the form has no such step.
 */
export function stepSchema(
  definition: FormDefinition,
  stepId: string,
  hidden: ReadonlySet<string> = noneHidden,
): StepSchema {
  const step = findStep(definition, stepId);
  const asked = step.fields.filter((field) => !hidden.has(field));
  const required = new Set([
    ...(definition.schema.required ?? []),
    ...readConditions(definition).flatMap((each) => each.required),
  ]);
  return {
    type: 'object',
    title: step.title,
    properties: Object.fromEntries(
      asked.map((field) => [field, definition.schema.properties?.[field] ?? {}]),
    ),
    required: asked.filter((field) => required.has(field)),
    additionalProperties: false,
  };
}

/** @returns every set of hidden fields that can matter to a step; the empty one first. */
export function hiddenVariants(definition: FormDefinition, stepId: string): Set<string>[] {
  const conditional = conditionalFields(definition);
  const { fields } = findStep(definition, stepId);
  return fields
    .filter((field) => conditional.has(field))
    .reduce<Set<string>[]>(
      (sets, field) => sets.concat(sets.map((set) => new Set(set).add(field))),
      [new Set()],
    )
    .filter((set) => set.size < fields.length);
}

/**
 * @param answers those of the whole form so far.
 * @returns the answers of other steps that declared rules of this step look at, for the browser to check them too.
 * @throws RangeError when the form has no such step.
 */
export function answersLookedAt(definition: FormDefinition, stepId: string, answers: Answers): Answers {
  const { fields } = findStep(definition, stepId);
  const looked = fields.flatMap((field) =>
    (definition.ui.fields[field]?.rules ?? []).flatMap((rule) => fieldsLookedAt(rule)),
  );
  const elsewhere = looked.filter((field) => !fields.includes(field));
  return Object.fromEntries(
    Object.entries(normalizeAnswers(definition, answers)).filter(([field]) => elsewhere.includes(field)),
  );
}

/**
 * @returns the words in which `describeProblem` tells of errors on this step, without the rest of the definition.
 * @throws RangeError when the form has no such step.
 */
export function problemWords(definition: FormDefinition, stepId: string): ProblemWords {
  const { errorTitle, errorText, fields } = definition.ui;
  const spoken = findStep(definition, stepId).fields.flatMap((name) => {
    const { errorTitle: title, errorText: text, rules = [] } = fields[name] ?? {};
    const titled = rules
      .filter((rule) => rule.errorTitle)
      .map((rule) => ({
        message: rule.message,
        errorTitle: rule.errorTitle,
        ...(rule.errorText && { errorText: rule.errorText }),
      }));
    const own = {
      ...(title && { errorTitle: title }),
      ...(text && { errorText: text }),
      ...(titled.length > 0 && { rules: titled }),
    };
    return Object.keys(own).length > 0 ? [[name, own] as const] : [];
  });
  return { errorTitle, errorText, fields: Object.fromEntries(spoken) as ProblemWords['fields'] };
}

/**
 * What rjsf needs to draw a step: `ui:widget` is the field's `widget`, to be registered under that name by the theme.
 *
 * @throws RangeError when the form has no such step.
 */
export function toUiSchema(definition: FormDefinition, stepId: string): UiSchema {
  const { fields } = findStep(definition, stepId);
  const shown = fields.map((name) => {
    const field = definition.ui.fields[name];
    if (!field) throw new RangeError(`The field ${name} is not in ui.json.`);
    return [name, field] as const;
  });
  return uiSchemaOf(Object.fromEntries(shown));
}

function uiSchemaOf(fields: Readonly<Record<string, FieldUi>>): UiSchema {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldUiSchema(field)]));
}

function fieldUiSchema(field: FieldUi): UiSchema {
  const { title, hint, widget, autocomplete, optional = false, itemTitle, addLabel, removeLabel } = field;
  const labels = labelsOf(field);
  return {
    'ui:title': title,
    'ui:widget': widget,
    ...(hint && { 'ui:description': hint }),
    ...(autocomplete && { 'ui:autocomplete': autocomplete }),
    ...(labels && { 'ui:enumNames': labels }),
    'ui:options': {
      // The stored value in the markup, not its index: a post without JavaScript sends what is stored.
      optionValueFormat: 'realValue',
      optional,
      ...(field.fields && { itemTitle, addLabel, removeLabel }),
      ...(widget === 'pin' && { rules: field.rules }),
    },
    ...(field.fields && { items: uiSchemaOf(field.fields) }),
  } as UiSchema;
}

/** A function that AJV has compiled. It leaves what it found on itself. */
interface CompiledFunction {
  (answers: unknown): boolean;
  errors?: readonly Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>[] | null;
}

/** What `compile.ts` writes for one step. */
export interface CompiledStep {
  /** One per set of hidden fields, see `hiddenVariants`. */
  variants: readonly { schema: StepSchema; validate: CompiledFunction }[];
  fields: Readonly<Record<string, FieldUi>>;
}
