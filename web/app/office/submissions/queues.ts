import { type Decision, defaultStatuses, type ReviewQueue } from '@claimdesk/forms/define-intake';
import { type QueueName, reviewedIntakes } from '@claimdesk/forms/intakes';
import type { Outputs } from '#web/app/trpc.ts';
import type { ToastWords } from '#web/app/ui/components/toast-card.tsx';

export type SubmissionPage = Outputs[QueueName]['list'];
export type SubmissionRow = SubmissionPage['rows'][number];
export type Submission = Outputs[QueueName]['detail'];

/** A review queue of the back office, with all its words. */
export type Queue = Required<Omit<ReviewQueue<QueueName>, 'keepDecidedDays' | OptionalPart>> &
  Pick<ReviewQueue, OptionalPart> & { heading: string };
type OptionalPart = 'letterField' | 'calls' | 'rejection' | 'invitesToSign';

/** The review queues, in the order of the menu. */
export const queues: readonly Queue[] = reviewedIntakes.map(({ queue }) => withDefaults(queue));

function withDefaults(queue: ReviewQueue<QueueName>): Queue {
  const { one, many } = queue;
  const failed = 'Failed to update status';
  const done = (decision: Decision) => ({
    title: 'Status Updated',
    text: `${capitalized(one)} marked as ${decision}`,
  });
  return {
    heading: capitalized(many),
    empty: `No ${many} yet.`,
    failed: `Failed to load ${many}`,
    open: 'View Details',
    submitted: 'Submitted',
    submittedAs: 'time',
    showsPending: false,
    waitsFor: 'review',
    statuses: defaultStatuses,
    takesReferrals: false,
    decide: {
      approved: { label: 'Approve', failed, done: done('approved') },
      rejected: { label: 'Reject', failed, done: done('rejected') },
    },
    ...queue,
  };
}

/** @returns the words of the queue for a decision, with whom it was about. */
export function decidedWords({ decide }: Queue, decision: Decision, name: string): ToastWords {
  const { title, text } = decide[decision].done;
  return { title, text: [name, text].filter(Boolean).join(': ') || undefined };
}

export function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** @returns the queue that a path of the back office belongs to. @throws RangeError for any other path. */
export function queueAt(pathname: string): Queue {
  const queue = queues.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  if (!queue) throw new RangeError('There is no review queue at this address.');
  return queue;
}
