import type { Decision } from '@claimdesk/forms/define-intake';

/** The statuses of a submission. Each kind says which changes it allows. */
export const statuses = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof statuses)[number];

/** What a reviewer may set. */
export const decisions = ['approved', 'rejected'] as const satisfies readonly Decision[];
