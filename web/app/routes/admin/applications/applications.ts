import { formatEasternDate } from '#web/app/dates.ts';
import type { Queue } from '#web/app/routes/admin/submissions/queue.ts';

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
};
