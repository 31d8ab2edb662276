import type { SubmissionRow } from './queue.ts';

const words: Record<SubmissionRow['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

export function StatusBadge({ status }: { status: SubmissionRow['status'] }) {
  return <span className={`badge ${status}`}>{words[status]}</span>;
}
