/** The states of a case evaluation (SPEC section 4): pending on arrival; staff may set either of the others at any time. */
export const statuses = ['pending', 'approved', 'rejected'] as const;
export type EvaluationStatus = (typeof statuses)[number];

/** What a reviewer may set. */
export const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

/** @returns whether the move is one: setting the status that a record already has is none. */
export function mayBecome(from: EvaluationStatus, to: Decision): boolean {
  return from !== to;
}
