import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** The date on the letter as the visitor typed it. */
export type TypedDate = inferRouterInputs<AppRouter>['deadlines']['appeal']['letter'];
/** The last day to appeal, and how it was counted. Dates are `YYYY-MM-DD`. */
export type AppealDeadline = inferRouterOutputs<AppRouter>['deadlines']['appeal'];

/** What the deadline helper shows: nothing yet, a deadline, or what to correct. */
export interface DeadlineAnswer {
  typed: TypedDate;
  deadline: AppealDeadline | null;
  problem: { message: string; wrong: (keyof TypedDate)[] } | null;
}

/**
 * The fragment of the form's response, which takes the focus: the result, or the problem; before either, the helper
 * itself.
 */
export const deadlineAnchor = 'deadline';

/** Days before the end from which a deadline is shown as an emergency. */
export const urgentDays = 14;

/** @returns the name of a field in the page's URL, which is also its id. */
export function fieldName(part: keyof TypedDate): string {
  return `letter-${part}`;
}
