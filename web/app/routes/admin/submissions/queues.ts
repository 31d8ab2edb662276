import { formatEastern, formatEasternDate } from '#web/app/dates.ts';
import type { Outputs } from '#web/app/trpc.ts';

export type SubmissionPage = Outputs['evaluations']['list'];
export type SubmissionRow = SubmissionPage['rows'][number];
export type Submission = Outputs['evaluations']['detail'];
export type Decision = Submission['decisions'][number];

/** What differs between the review queues: their words and their paths. */
export interface Queue {
  /** The name of its tRPC router. */
  name: 'evaluations' | 'applications';
  path: string;
  heading: string;
  one: string;
  many: string;
  /** What the list says when it is empty or could not be loaded, and the label that opens a row. */
  empty: string;
  failed: string;
  open: string;
  submitted: string;
  /** The table's caption: its order and time zone. */
  order: string;
  /** @param iso when it was sent. @returns how the table shows it. */
  formatSubmitted(iso: string): string;
  /** The buttons of the decisions, and what staff read when one could not be stored. */
  decide: Record<Decision, { label: string; failed: string }>;
}

/** The review queue at /admin/case-evaluations. */
export const evaluations: Queue = {
  name: 'evaluations',
  path: '/admin/case-evaluations',
  heading: 'Case evaluations',
  one: 'case evaluation',
  many: 'case evaluations',
  empty: 'No case evaluations submitted yet.',
  failed: 'Failed to load case evaluations',
  open: 'View Details',
  submitted: 'Submitted',
  order: 'Newest first. Times are Eastern.',
  formatSubmitted: formatEastern,
  decide: {
    approved: { label: 'Approve', failed: 'Failed to update status' },
    rejected: { label: 'Reject', failed: 'Failed to update status' },
  },
};

/** The review queue at /admin/attorney-applications. */
export const applications: Queue = {
  name: 'applications',
  path: '/admin/attorney-applications',
  heading: 'Attorney applications',
  one: 'attorney application',
  many: 'attorney applications',
  empty: 'No applications yet.',
  failed: 'Failed to load applications',
  open: 'Review',
  submitted: 'Applied',
  order: 'Newest first. Dates are Eastern.',
  formatSubmitted: formatEasternDate,
  decide: {
    approved: { label: 'Approve & Add to Directory', failed: 'Failed to approve application' },
    rejected: { label: 'Reject Application', failed: 'Failed to reject application' },
  },
};

/** @returns the queue that a path of the back office belongs to; the pages of both share their routes. */
export function queueAt(pathname: string): Queue {
  return pathname.startsWith(`${applications.path}/`) ? applications : evaluations;
}
