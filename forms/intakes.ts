import type { ReviewedIntake as Reviewed } from './define-intake.ts';
import * as publicForms from './public-forms.ts';

/** A public form. */
export type Intake = (typeof publicForms)[keyof typeof publicForms];

/** A public form whose submissions staff review. */
export type ReviewedIntake = Extract<Intake, Reviewed>;

export type IntakeForm = Intake['form'];

/** The name of a review queue, in the router and in change events. */
export type QueueName = ReviewedIntake['queue']['name'];

/** Every public form, in the order of their addresses. */
export const intakes: readonly Intake[] = Object.values(publicForms).sort((a, b) =>
  a.path < b.path ? -1 : 1,
);

/** Those whose submissions staff review. */
export const reviewedIntakes: readonly ReviewedIntake[] = intakes.filter(
  (intake) => intake.queue !== undefined,
);
