import { formatEastern } from '../submissions/eastern-time.ts';
import type { Queue } from '../submissions/queue.ts';

/** The words of SPEC section 2, /admin/case-evaluations. */
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
