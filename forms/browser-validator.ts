import {
  deepEquals,
  type ErrorTransformer,
  type RJSFSchema,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { steps } from './.generated/index.js';
import type { Answers, FieldUi } from './definition.ts';
import { type BrokenRule, describeErrors } from './messages.ts';
import { tidyAnswers } from './tidy.ts';
import type { StepSchema } from './ui-schema.ts';

/** What `compile.ts` writes for one step. */
export interface CompiledStep {
  /** One per set of hidden fields, see `hiddenVariants` in `ui-schema.ts`. */
  variants: readonly { schema: StepSchema; validators: Record<string, unknown> }[];
  fields: Readonly<Record<string, FieldUi>>;
}

type StepValidator = ValidatorType<Answers, RJSFSchema>;
type PrecompiledFunctions = Parameters<typeof createPrecompiledValidator>[0];

/**
 * The validator of one step for rjsf, made at build time: nothing is compiled in the browser, so the content security
 * policy needs no `unsafe-eval`.
 *
 * It checks what the server would store (see `tidyValue`) and speaks the form's own words, one sentence per field. A
 * schema it was not made from, as a page that was open during a release may get, has no errors here; the server decides.
 *
 * @throws RangeError when there is no such form or step.
 */
export async function loadStepValidator(form: string, stepId: string): Promise<StepValidator> {
  const load = Object.hasOwn(steps, form) ? steps[form]?.[stepId] : undefined;
  if (!load)
    throw new RangeError(`There is no step ${JSON.stringify(stepId)} of a form ${JSON.stringify(form)}.`);
  const { step } = await load();
  return toStepValidator(step);
}

/** @param step a module that `compile.ts` wrote. */
export function toStepValidator({ variants, fields }: CompiledStep): StepValidator {
  const validators = variants.map(({ schema, validators: functions }) => ({
    schema,
    validator: createPrecompiledValidator<Answers>(functions as PrecompiledFunctions, schema as RJSFSchema),
  }));
  const find = (schema: RJSFSchema) => validators.find((each) => deepEquals(each.schema, schema))?.validator;
  const tidy = (schema: RJSFSchema, answers: Answers | undefined): Answers =>
    tidyAnswers({ schema: schema as StepSchema, ui: { fields } }, answers ?? {});
  return {
    validateFormData(answers, schema, customValidate, transformErrors, uiSchema) {
      const inOurWords: ErrorTransformer<Answers, RJSFSchema> = (errors, ui) => {
        const ours = describe(errors, fields, Object.keys(schema.properties ?? {}));
        return transformErrors ? transformErrors(ours, ui) : ours;
      };
      return (
        find(schema)?.validateFormData(
          tidy(schema, answers),
          schema,
          customValidate,
          inOurWords,
          uiSchema,
        ) ?? {
          errors: [],
          errorSchema: toErrorSchema<Answers>([]),
        }
      );
    },
    isValid: (schema, answers, root) => find(root)?.isValid(schema, answers, root) ?? true,
    rawValidation: (schema, answers) => find(schema)?.rawValidation(schema, tidy(schema, answers)) ?? {},
  };
}

function describe(
  errors: Parameters<ErrorTransformer>[0],
  fields: CompiledStep['fields'],
  order: readonly string[],
): ReturnType<ErrorTransformer> {
  const broken = errors.map(({ name = '', property = '', params }): BrokenRule => {
    const [field = ''] = property.replace(/^\./, '').split('.');
    return { field, keyword: name, limit: params?.limit };
  });
  return Object.entries(describeErrors(broken, fields, order)).map(([field, message]) => ({
    property: `.${field}`,
    message,
    stack: message,
  }));
}
