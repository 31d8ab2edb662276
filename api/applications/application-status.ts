import type { SubmissionStatus } from '../submissions/submission-status.ts';

/**
 * An attorney application is pending on arrival and is decided once: only pending ones can be approved or rejected
 * (SPEC section 4). Who was approved stands in the directory, where staff change or delete the entry itself.
 *
 * @returns whether a decision may be made.
 */
export function mayBecome(from: SubmissionStatus): boolean {
  return from === 'pending';
}
