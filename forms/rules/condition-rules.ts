import { conditionalFields } from '../conditions.ts';
import type { ConditionSchema, FormDefinition, JsonSchema } from '../definition.ts';
import { refusedBy } from './accepted-values.ts';
import { didYouMean } from './nearest-word.ts';

/** Each conditional question doubles the schemas of its step, see `hiddenVariants`. */
const mostPerStep = 4;

/**
 * Rules for conditional questions. They keep three things true: the server and the browser can tell from the hidden
 * fields alone what is required; a question shows only after those it depends on are answered; and one pass over the
 * steps decides them all.
 *
 * @returns one sentence per fault.
 */
export function findConditionFaults(definition: FormDefinition): string[] {
  const { schema, ui } = definition;
  const conditional = conditionalFields(definition);
  const crowded = ui.steps
    .filter(({ fields }) => fields.filter((field) => conditional.has(field)).length > mostPerStep)
    .map(({ id }) => `The step "${id}" must not have more than ${mostPerStep} conditional questions.`);
  const always = [...conditional]
    .filter((field) => schema.required?.includes(field))
    .map((field) => `"${field}" is conditional, so its branch must require it, not the whole form.`);
  const entries = schema.allOf ?? [];
  const acted = entries.map(fieldsActedOn);
  const twice = [...conditional]
    .filter((field) => acted.filter((fields) => fields.includes(field)).length > 1)
    .map((field) => `"${field}" is in two conditions; put them into one "if".`);
  return [...entries.flatMap((entry) => findEntryFaults(definition, entry)), ...crowded, ...always, ...twice];
}

function findEntryFaults({ schema, ui }: FormDefinition, entry: ConditionSchema): string[] {
  const shapeFaults = findShapeFaults(entry);
  if (shapeFaults.length > 0) return shapeFaults;
  const stepOf = (field: string) => ui.steps.findIndex(({ fields }) => fields.includes(field));
  const needed = fieldsAsked(entry.if);
  const faults = needed
    .filter((field) => !entry.if.required?.includes(field))
    .map(
      (field) =>
        `A condition on "${field}" must also list it in "required", or it holds before it is answered.`,
    );
  const names = Object.keys(schema.properties ?? {});
  for (const field of needed.filter((each) => !names.includes(each)))
    faults.push(`A condition looks at "${field}", which is no field.${didYouMean(field, names)}`);
  faults.push(...findValueFaults(entry.if, schema));
  for (const field of fieldsActedOn(entry)) {
    if (!names.includes(field))
      faults.push(`A condition acts on "${field}", which is no field.${didYouMean(field, names)}`);
    for (const other of needed) {
      if (stepOf(field) <= stepOf(other)) faults.push(`"${field}" must be on a later step than "${other}".`);
    }
  }
  for (const [one, opposite] of [
    [entry.then, entry.else],
    [entry.else, entry.then],
  ]) {
    for (const field of one?.required ?? []) {
      if (opposite?.properties?.[field] !== false) {
        faults.push(`"${field}" is required in one branch, so the other must say "${field}": false.`);
      }
    }
  }
  return faults;
}

function findShapeFaults(entry: ConditionSchema): string[] {
  const faults = Object.keys(entry)
    .filter((keyword) => !['if', 'then', 'else'].includes(keyword))
    .map((keyword) => `An entry of "allOf" must not use "${keyword}".`);
  if (!entry.if) faults.push('An entry of "allOf" needs an "if".');
  for (const branch of [entry.then ?? {}, entry.else ?? {}]) {
    for (const keyword of Object.keys(branch)) {
      if (keyword !== 'required' && keyword !== 'properties')
        faults.push(`A branch must not use "${keyword}".`);
    }
    for (const [field, allowed] of Object.entries(branch.properties ?? {})) {
      if (allowed !== false) faults.push(`A branch can only say that "${field}" is false.`);
    }
  }
  return faults;
}

function fieldsActedOn({ then, else: otherwise }: ConditionSchema): string[] {
  const named = [then, otherwise].flatMap((branch) => [
    ...(branch?.required ?? []),
    ...Object.keys(branch?.properties ?? {}),
  ]);
  return [...new Set(named)];
}

/** A condition on an answer that nobody can give would always, or never, hold. */
function findValueFaults(condition: JsonSchema, schema: JsonSchema): string[] {
  return partsOf(condition).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([field, test]) => {
      const property = schema.properties?.[field];
      const values = [...('const' in test ? [test.const] : []), ...(test.enum ?? [])];
      return (property ? values : [])
        .filter((value) => refusedBy(property ?? {}, value))
        .map((value) => {
          const meant = didYouMean(String(value), (property?.enum ?? []).map(String));
          return `A condition expects "${field}" to be ${JSON.stringify(value)}, which it can not be.${meant}`;
        });
    }),
  );
}

function fieldsAsked(condition: JsonSchema): string[] {
  return [...new Set(partsOf(condition).flatMap(({ properties = {} }) => Object.keys(properties)))];
}

/** @returns the condition and what is in it, at any depth of `not`, `anyOf` and the like. */
function partsOf(condition: JsonSchema): JsonSchema[] {
  const inner = ['not', 'anyOf', 'allOf', 'oneOf'].flatMap((keyword) => [condition[keyword] ?? []].flat());
  return [condition, ...inner.flatMap((each) => partsOf(each as JsonSchema))];
}
