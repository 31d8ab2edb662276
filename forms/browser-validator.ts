import {
  deepEquals,
  type ErrorTransformer,
  type RJSFSchema,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { steps } from './.generated/index.js';
import { todayInNewJersey } from './calendar.ts';
import { brokenDeclaredRules, type RuleContext } from './declared-rules.ts';
import type { Answers, FieldUi } from './definition.ts';
import { type BrokenRule, describeErrors } from './messages.ts';
import { keptRows, tidyAnswers } from './tidy.ts';
import type { StepSchema } from './ui-schema.ts';

/** What `compile.ts` writes for one step. */
export interface CompiledStep {
  /** One per set of hidden fields, see `hiddenVariants` in `ui-schema.ts`. */
  variants: readonly { schema: StepSchema; validators: Record<string, unknown> }[];
  fields: Readonly<Record<string, FieldUi>>;
}

type StepValidator = ValidatorType<Answers, RJSFSchema>;
type PrecompiledFunctions = Parameters<typeof createPrecompiledValidator>[0];

/** What a validator can't know of the step alone. */
export interface Surroundings {
  /** Answers of earlier steps that declared rules of this one look at, see `answersLookedAt` in `ui-schema.ts`. */
  earlier?: Answers;
  /** YYYY-MM-DD; today in New Jersey unless a test says otherwise. */
  today?: string;
}

/**
 * The validator of one step for rjsf, made at build time: nothing is compiled in the browser, so the content security
 * policy needs no `unsafe-eval`.
 *
 * It checks what the server would store (see `tidyValue`) and speaks the form's own words, one sentence per field. A
 * schema it was not made from, as a page that was open during a release may get, has no errors here; the server decides.
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
  { earlier = {}, today }: Surroundings = {},
): StepValidator {
  const validators = variants.map(({ schema, validators: functions }) => ({
    schema,
    validator: createPrecompiledValidator<Answers>(functions as PrecompiledFunctions, schema as RJSFSchema),
  }));
  const find = (schema: RJSFSchema) => validators.find((each) => deepEquals(each.schema, schema))?.validator;
  const tidy = (schema: RJSFSchema, answers: Answers | undefined): Answers =>
    tidyAnswers({ schema: schema as StepSchema, ui: { fields } }, answers ?? {});
  return {
    validateFormData(answers, schema, customValidate, transformErrors, uiSchema) {
      const read = tidy(schema, answers);
      const inOurWords: ErrorTransformer<Answers, RJSFSchema> = (errors, ui) => {
        // Not when the page was opened: it may stay open past midnight.
        const context = { answers: { ...earlier, ...read }, today: today ?? todayInNewJersey() };
        const ours = describe(errors, {
          fields,
          schema: schema as StepSchema,
          typed: answers ?? {},
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
    rawValidation: (schema, answers) => find(schema)?.rawValidation(schema, tidy(schema, answers)) ?? {},
  };
}

interface Described {
  fields: CompiledStep['fields'];
  schema: StepSchema;
  /** As the page shows it, with the empty rows that were not checked. */
  typed: Answers;
  context: RuleContext;
}

function describe(
  errors: Parameters<ErrorTransformer>[0],
  { fields, schema, typed, context }: Described,
): ReturnType<ErrorTransformer> {
  const order = Object.keys(schema.properties);
  const asked = Object.fromEntries(Object.entries(fields).filter(([field]) => order.includes(field)));
  const found = errors.map(({ name = '', property = '', params }): BrokenRule => {
    const path = property.split('.').slice(property.startsWith('.') ? 1 : 0);
    return { path: shownRow(path, fields, schema, typed), keyword: name, limit: params?.limit };
  });
  const broken = [...found, ...brokenDeclaredRules(asked, context)];
  return Object.entries(describeErrors(broken, fields, order)).map(([field, message]) => ({
    property: `.${field}`,
    message,
    stack: message,
  }));
}

/** @returns the path with the number of its row as the page counts, which shows empty rows too. */
function shownRow(
  path: string[],
  fields: CompiledStep['fields'],
  schema: StepSchema,
  typed: Answers,
): string[] {
  const [name = '', row, ...rest] = path;
  const field = fields[name];
  const rows = typed[name];
  if (row === undefined || field?.widget !== 'group' || !Array.isArray(rows)) return path;
  const { place } = keptRows(schema.properties[name] ?? {}, field, rows)[Number(row)] ?? {};
  return [name, String(place ?? row), ...rest];
}
