import {
  deepEquals,
  type ErrorTransformer,
  type RJSFSchema,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { steps } from './.generated/index.js';
import { brokenDeclaredRules, type RuleContext } from './declared-rules.ts';
import type { Answers } from './definition.ts';
import { easternToday } from './eastern-time.ts';
import { type BrokenRule, describeErrors } from './messages.ts';
import { keptRows, normalizeAnswers } from './normalize.ts';
import { brokenTextRules } from './text-rules.ts';
import type { CompiledStep, StepSchema } from './ui-schema.ts';

type StepValidator = ValidatorType<Answers, RJSFSchema>;
type PrecompiledFunctions = Parameters<typeof createPrecompiledValidator>[0];

/** What a validator can't know of the step alone. */
export interface Surroundings {
  /** Answers of earlier steps that declared rules of this one look at, see `answersLookedAt` in `ui-schema.ts`. */
  earlier?: Answers;
  /** @returns the fields that may stay empty because their answer is stored and not shown (`write-only.ts`). */
  given?: () => readonly string[];
  /** YYYY-MM-DD; today in New Jersey unless a test says otherwise. */
  today?: string;
}

/**
 * The validator of one step for rjsf, made at build time: nothing is compiled in the browser, so the content security
 * policy needs no `unsafe-eval`.
 *
 * It checks what the server would store (see `normalizeValue`) and speaks the form's own words, one sentence per field.
 * A schema it was not made from, as a page that was open during a release may get, has no errors here; the server
 * decides.
 *
 * @throws RangeError when there is no such form or step.
 */
export async function loadStepValidator(
  form: string,
  stepId: string,
  surroundings: Surroundings = {},
): Promise<StepValidator> {
  const load = Object.hasOwn(steps, form) ? steps[form]?.[stepId] : undefined;
  if (!load)
    throw new RangeError(`There is no step ${JSON.stringify(stepId)} of a form ${JSON.stringify(form)}.`);
  const { step } = await load();
  return toStepValidator(step, surroundings);
}

/** @param step a module that `compile.ts` wrote. */
export function toStepValidator(
  { variants, fields }: CompiledStep,
  { earlier = {}, given = () => [], today }: Surroundings = {},
): StepValidator {
  const validators = variants.map(({ schema, validators: functions }) => ({
    schema,
    validator: createPrecompiledValidator<Answers>(functions as PrecompiledFunctions, schema as RJSFSchema),
  }));
  const find = (schema: RJSFSchema) => validators.find((each) => deepEquals(each.schema, schema))?.validator;
  const normalize = (schema: RJSFSchema, answers: Answers | undefined): Answers =>
    normalizeAnswers({ schema: schema as StepSchema, ui: { fields } }, answers ?? {});
  return {
    validateFormData(answers, schema, customValidate, transformErrors, uiSchema) {
      const read = normalize(schema, answers);
      const inOurWords: ErrorTransformer<Answers, RJSFSchema> = (errors, ui) => {
        // Not when the page was opened: it may stay open past midnight.
        const context = { answers: { ...earlier, ...read }, today: today ?? easternToday() };
        const ours = describe(errors, {
          fields,
          schema: schema as StepSchema,
          typed: answers ?? {},
          given: given(),
          context,
        });
        return transformErrors ? transformErrors(ours, ui) : ours;
      };
      return (
        find(schema)?.validateFormData(read, schema, customValidate, inOurWords, uiSchema) ?? {
          errors: [],
          errorSchema: toErrorSchema<Answers>([]),
        }
      );
    },
    isValid: (schema, answers, root) => find(root)?.isValid(schema, answers, root) ?? true,
    rawValidation: (schema, answers) => find(schema)?.rawValidation(schema, normalize(schema, answers)) ?? {},
  };
}

interface Described {
  fields: CompiledStep['fields'];
  schema: StepSchema;
  /** As the page shows it, with the empty rows that were not checked. */
  typed: Answers;
  given: readonly string[];
  context: RuleContext;
}

function describe(
  errors: Parameters<ErrorTransformer>[0],
  { fields, schema, typed, given, context }: Described,
): ReturnType<ErrorTransformer> {
  const order = Object.keys(schema.properties);
  const asked = Object.fromEntries(Object.entries(fields).filter(([field]) => order.includes(field)));
  const found = errors.map(({ name = '', property = '', params }): BrokenRule => {
    const path = property.split('.').slice(property.startsWith('.') ? 1 : 0);
    return { path, keyword: name, limit: params?.limit };
  });
  const missing = found.filter(
    ({ path, keyword }) => !(keyword === 'required' && given.includes(path.join('.'))),
  );
  const all = [
    ...missing,
    ...brokenTextRules(asked, context.answers),
    ...brokenDeclaredRules(asked, context),
  ];
  const broken = all.map((rule) => ({ ...rule, path: shownRow(rule.path, fields, schema, typed) }));
  return Object.entries(describeErrors(broken, fields, order)).map(([field, message]) => ({
    property: `.${field}`,
    message,
    stack: message,
  }));
}

/** @returns the path with the number of its row as the page counts, which shows empty rows too. */
function shownRow(
  path: readonly string[],
  fields: CompiledStep['fields'],
  schema: StepSchema,
  typed: Answers,
): readonly string[] {
  const [name = '', row, ...rest] = path;
  const field = fields[name];
  const rows = typed[name];
  if (row === undefined || field?.widget !== 'group' || !Array.isArray(rows)) return path;
  const { place } = keptRows(schema.properties[name] ?? {}, field, rows)[Number(row)] ?? {};
  return [name, String(place ?? row), ...rest];
}
