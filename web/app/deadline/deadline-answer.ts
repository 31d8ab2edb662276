import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** The date on the letter as somebody typed it. */
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
 * What the form's answer leads to, and what then takes the focus: the result, or what to correct; before either, the
 * helper itself.
 */
export const deadlineAnchor = 'deadline';

/** In the order in which they stand on a US letter. */
export const dateParts = ['month', 'day', 'year'] as const satisfies (keyof TypedDate)[];

/** @returns the name of a field in the address of the page; it is its id as well. */
export function fieldName(part: keyof TypedDate): string {
  return `letter-${part}`;
}
