import type { EvaluationRow } from './list-columns.ts';

const words: Record<EvaluationRow['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

export function StatusBadge({ status }: { status: EvaluationRow['status'] }) {
  return <span className={`badge ${status}`}>{words[status]}</span>;
}
