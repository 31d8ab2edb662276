import { steps } from './.generated/index.js';
import { steps as staffSteps } from './.generated/staff.js';
import { loadStepValidator, type StepValidator, type Surroundings } from './browser-validator.ts';

/** As `loadStepValidator`, also for the forms of staff, which the pages of visitors do not load. */
export function loadAnyStepValidator(
  form: string,
  stepId: string,
  surroundings?: Surroundings,
): Promise<StepValidator> {
  return loadStepValidator(form, stepId, surroundings, { ...steps, ...staffSteps });
}
