import { presentAnswers } from '@claimdesk/forms/answers';
import { changeRows, decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FieldErrors, FieldUi, FormDefinition } from '@claimdesk/forms/definition';
import { answersToCsv, answersToJson } from '@claimdesk/forms/export';
import { findStep } from '@claimdesk/forms/journey';
import { describeProblem, describeUnknown } from '@claimdesk/forms/messages';
import { answersLookedAt, problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import { hiddenFields, validateStep } from '@claimdesk/forms/validate';
import type { FormState } from './states.ts';

/** A step as it is shown: its schema, its values and their errors. */
export interface ShownStep {
  id: string;
  title: string;
  schema: ReturnType<typeof stepSchema>;
  uiSchema: ReturnType<typeof toUiSchema>;
  values: Answers;
  earlier: Answers;
  errors: FieldErrors;
  /** The browser's words for errors. */
  invalid: ReturnType<typeof problemWords>;
}

/** @returns every step that these answers reach, in the given state. */
export function showSteps(definition: FormDefinition, state: FormState, example: Answers): ShownStep[] {
  const hidden = hiddenFields(definition, example);
  return definition.ui.steps
    .filter(({ fields }) => fields.some((field) => !hidden.has(field)))
    .map((step) => {
      const values = valuesOf(definition, state, step.id, example);
      return {
        id: step.id,
        title: step.title,
        schema: stepSchema(definition, step.id, hidden),
        uiSchema: toUiSchema(definition, step.id),
        values,
        earlier: answersLookedAt(definition, step.id, example),
        errors:
          state === 'errors' || state === 'wrong' ? judge(definition, step.id, values, example).errors : {},
        invalid: problemWords(definition, step.id),
      };
    });
}

function valuesOf(definition: FormDefinition, state: FormState, step: string, example: Answers): Answers {
  const { fields } = findStep(definition, step);
  if (state === 'filled') {
    return Object.fromEntries(Object.entries(example).filter(([field]) => fields.includes(field)));
  }
  if (state !== 'wrong') return {};
  const posted = fields.flatMap((field) => namesOf(field, definition.ui.fields[field]));
  return decodeStep(
    definition,
    step,
    posted.map((name) => [name, 'not\u0007right']),
  ).answers;
}

/** The names of a field in a native post. */
function namesOf(name: string, field: FieldUi | undefined): string[] {
  if (field?.widget === 'date') return [`${name}.month`, `${name}.day`, `${name}.year`];
  if (field?.widget !== 'group') return [name];
  return Object.entries(field.fields ?? {}).flatMap(([inner, each]) => namesOf(`${name}.0.${inner}`, each));
}

function judge(definition: FormDefinition, step: string, values: Answers, example: Answers) {
  const { fields } = findStep(definition, step);
  const others = Object.entries(example).filter(([field]) => !fields.includes(field));
  const verdict = validateStep(definition, step, { ...Object.fromEntries(others), ...values });
  return verdict.ok ? { stored: verdict.answers, errors: {} } : { stored: undefined, errors: verdict.errors };
}

export type Posted = ReturnType<typeof readPost>;

/** @returns what the form's own code makes of a post: its problems, or what would be stored. Stores nothing. */
export function readPost(definition: FormDefinition, posted: FormData, example: Answers) {
  const step = String(posted.get('_step') ?? '');
  const entries = [...posted].filter(([name]) => name !== '_step');
  const changed = changeRows(definition, step, entries);
  if (changed) return { step, values: changed, problem: undefined, stored: undefined };
  const { answers: values, unknown } = decodeStep(definition, step, entries);
  const { stored, errors } = judge(definition, step, values, example);
  const all = unknown.length > 0 ? { ...errors, '': describeUnknown(unknown) } : errors;
  const wrong = Object.keys(all).length > 0;
  return {
    step,
    values,
    problem: wrong ? { ...describeProblem(definition.ui, all, values), errors: all, values } : undefined,
    stored: wrong ? undefined : JSON.stringify(stored, null, 2),
  };
}

/** @returns the answers as the readers of the given state see them. */
export function showAnswers(definition: FormDefinition, state: FormState, example: Answers) {
  return presentAnswers(definition, example, {
    audience: state === 'outside' ? 'outside' : 'staff',
    missing: state === 'staff' ? 'N/A' : 'Not given',
    hidden: hiddenFields(definition, example),
  });
}

/** @returns the text of a file with this one submission in it. */
export async function showExport(
  definition: FormDefinition,
  state: FormState,
  answers: Answers,
): Promise<string> {
  const facts = { Reference: 'ABCD-EFGH' };
  const write = state === 'csv' ? answersToCsv : answersToJson;
  const rows = [{ definition, answers, facts }];
  let text = '';
  for await (const piece of write({ versions: [definition], facts: Object.keys(facts), rows })) text += piece;
  return text;
}
