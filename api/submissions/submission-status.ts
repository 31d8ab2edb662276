/** The states of what staff review (SPEC section 4). Each kind says in a file of its own which moves it allows. */
export const statuses = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof statuses)[number];

/** What a reviewer may set. */
export const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];
