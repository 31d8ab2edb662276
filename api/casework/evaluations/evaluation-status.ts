import type { Decision, SubmissionStatus } from '#api/casework/submissions/submission-status.ts';

/**
 * A case evaluation arrives as pending; staff may set either of the other statuses at any time.
 *
 * @returns whether the change is allowed; setting the current status again is not.
 */
export function mayBecome(from: SubmissionStatus, to: Decision): boolean {
  return from !== to;
}
