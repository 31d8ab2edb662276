import type { Decision, SubmissionStatus } from '../submissions/submission-status.ts';

/**
 * A case evaluation is pending on arrival; staff may set either of the others at any time (SPEC section 4).
 *
 * @returns whether the move is one: setting the status that a record already has is none.
 */
export function mayBecome(from: SubmissionStatus, to: Decision): boolean {
  return from !== to;
}
