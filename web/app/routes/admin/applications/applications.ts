import { formatEasternDate } from '../submissions/eastern-time.ts';
import type { Queue } from '../submissions/queue.ts';

/** The words of SPEC section 2, /admin/attorney-applications. */
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
};
