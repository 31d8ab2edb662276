import {
  type Decision,
  DecisionButton,
  DecisionForm,
  useFailure,
} from '#web/app/routes/admin/submissions/decision-form.tsx';
import type { Submission } from '#web/app/routes/admin/submissions/queue.ts';
import { trpc } from '#web/app/trpc.ts';

/** What staff read when a decision could not be stored. */
export const failedTexts: Record<Decision, string> = {
  approved: 'Failed to approve application',
  rejected: 'Failed to reject application',
};

interface DecisionButtonsProps {
  application: Submission;
  /** The server's words about a decision that was posted without script. */
  failure: string | undefined;
  onDecided(decision: Decision): void;
}

/** Only a pending application can be decided; for any other, the page says what was decided. */
export function DecisionButtons({ application: { id, status }, failure, onDecided }: DecisionButtonsProps) {
  const { message, fail } = useFailure(failure);
  const { applications } = trpc.useUtils();
  const after = (decision: Decision) => ({
    onSuccess: () => onDecided(decision),
    onError: (error: unknown) => fail(error, failedTexts[decision]),
    onSettled: () => applications.invalidate(),
  });
  const approve = trpc.applications.approve.useMutation(after('approved'));
  const reject = trpc.applications.reject.useMutation(after('rejected'));

  function decide(decision: Decision) {
    if (approve.isPending || reject.isPending) return;
    (decision === 'approved' ? approve : reject).mutate({ id });
  }

  return (
    <DecisionForm message={message} decide={decide}>
      {status === 'pending' ? (
        <div className="button-row">
          <DecisionButton decision="approved" label="Approve & Add to Directory" />
          <DecisionButton decision="rejected" label="Reject Application" />
        </div>
      ) : (
        <p className="hint">This attorney application is already {status}.</p>
      )}
    </DecisionForm>
  );
}
