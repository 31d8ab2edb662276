import type { ConditionBranch, FormDefinition, JsonSchema } from './definition.ts';

/** One `if` of a form, with what follows from it. */
export interface Condition {
  if: JsonSchema;
  hiddenWhenTrue: readonly string[];
  hiddenWhenFalse: readonly string[];
  /** Fields that must be answered where they are asked. */
  required: readonly string[];
}

/** @returns the conditions in the order of the steps they act on, so that one pass decides chains of questions. */
export function readConditions({ schema, ui }: FormDefinition): Condition[] {
  const order = ui.steps.flatMap((step) => step.fields);
  const position = ({ hiddenWhenTrue, hiddenWhenFalse }: Condition) =>
    Math.min(...[...hiddenWhenTrue, ...hiddenWhenFalse].map((field) => order.indexOf(field)));
  return (schema.allOf ?? [])
    .map((entry) => ({
      if: entry.if,
      hiddenWhenTrue: refusedIn(entry.then),
      hiddenWhenFalse: refusedIn(entry.else),
      required: [...(entry.then?.required ?? []), ...(entry.else?.required ?? [])],
    }))
    .sort((a, b) => position(a) - position(b));
}

/** @returns the fields that not every visitor is asked. */
export function conditionalFields(definition: FormDefinition): Set<string> {
  return new Set(
    readConditions(definition).flatMap((each) => [...each.hiddenWhenTrue, ...each.hiddenWhenFalse]),
  );
}

function refusedIn(branch: ConditionBranch | undefined): string[] {
  return Object.entries(branch?.properties ?? {}).flatMap(([field, allowed]) =>
    allowed === false ? [field] : [],
  );
}
