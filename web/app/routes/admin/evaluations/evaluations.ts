import { formatEastern } from '#web/app/dates.ts';
import type { Queue } from '#web/app/routes/admin/submissions/queue.ts';

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
};
