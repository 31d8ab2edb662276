import type { Answers } from '@claimdesk/forms/definition';
import { type RJSFSchema, toErrorSchema, type ValidatorType } from '@rjsf/utils';

export type AnswersValidator = ValidatorType<Answers, RJSFSchema>;

/** A validator that reports no errors until its rules have loaded. */
export interface LazyValidator extends AnswersValidator {
  /** Loads the rules. If that fails, only the server validates, as it does without JavaScript. */
  prepare(): Promise<void>;
}

/**
 * Lets a form render on the server, and be used right away, while its compiled rules are still loading.
 *
 * @param load calls `loadStepValidator` for the step.
 */
export function lazyValidator(load: () => Promise<AnswersValidator>): LazyValidator {
  let rules: AnswersValidator | undefined;
  return {
    async prepare() {
      rules ??= await load().catch(() => undefined);
    },
    validateFormData: (...args) =>
      rules?.validateFormData(...args) ?? { errors: [], errorSchema: toErrorSchema<Answers>([]) },
    isValid: (...args) => rules?.isValid(...args) ?? true,
    rawValidation: (...args) => rules?.rawValidation(...args) ?? {},
  };
}
