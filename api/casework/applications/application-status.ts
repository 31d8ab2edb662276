import type { SubmissionStatus } from '#api/casework/submissions/submission-status.ts';

/**
 * An attorney application arrives as pending and is decided once: only a pending one can be approved or rejected.
 * After approval, staff change or delete the directory entry instead.
 *
 * @returns whether a decision may be made.
 */
export function mayBecome(from: SubmissionStatus): boolean {
  return from === 'pending';
}
