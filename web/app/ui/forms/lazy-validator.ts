import type { StepValidator } from '@claimdesk/forms/browser-validator';

/** A validator that reports no errors until its rules have loaded. */
export interface LazyValidator extends StepValidator {
  /** Loads the rules. If that fails, only the server validates, as it does without JavaScript. */
  prepare(): Promise<void>;
}

/**
 * Lets a form render on the server, and be used right away, while its compiled rules are still loading.
 *
 * @param load calls `loadStepValidator` for the step.
 */
export function lazyValidator(load: () => Promise<StepValidator>): LazyValidator {
  let rules: StepValidator | undefined;
  return {
    async prepare() {
      rules ??= await load().catch(() => undefined);
    },
    check: (answers, schema) => rules?.check(answers, schema) ?? {},
  };
}
