import type { Answers } from '@claimdesk/forms/definition';
import { type RJSFSchema, toErrorSchema, type ValidatorType } from '@rjsf/utils';

export type AnswersValidator = ValidatorType<Answers, RJSFSchema>;

/** A validator that finds nothing until its rules have arrived. */
export interface LazyValidator extends AnswersValidator {
  /** Fetches the rules; where that fails, the server's verdict is the only one, as it is without script. */
  prepare(): Promise<void>;
}

/**
 * Lets a form be drawn on the server and used at once, while the rules it checks by are still on their way.
 *
 * @param load of `loadStepValidator`.
 */
export function lazyValidator(load: () => Promise<AnswersValidator>): LazyValidator {
  let rules: AnswersValidator | undefined;
  return {
    async prepare() {
      rules ??= await load().catch(() => undefined);
    },
    validateFormData: (...given) =>
      rules?.validateFormData(...given) ?? { errors: [], errorSchema: toErrorSchema<Answers>([]) },
    isValid: (...given) => rules?.isValid(...given) ?? true,
    rawValidation: (...given) => rules?.rawValidation(...given) ?? {},
  };
}
