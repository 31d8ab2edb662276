import { useId } from 'react';
import {
  type Decision,
  DecisionButton,
  DecisionForm,
  useFailure,
} from '#web/app/routes/admin/submissions/decision-form.tsx';
import type { Submission } from '#web/app/routes/admin/submissions/queue.ts';
import { trpc } from '#web/app/trpc.ts';

interface ReviewButtonsProps {
  evaluation: Submission;
  /** The server's words about a decision that was posted without script. */
  failure: string | undefined;
  onReviewed(decision: Decision): void;
}

/** Approve and Reject: each is disabled when the record already has that status. */
export function ReviewButtons({ evaluation: { id, status }, failure, onReviewed }: ReviewButtonsProps) {
  const { message, say, fail } = useFailure(failure);
  const { evaluations } = trpc.useUtils();
  const reason = useId();
  const review = trpc.evaluations.review.useMutation({
    onSuccess: (_nothing, { decision }) => onReviewed(decision),
    onError: (error) => fail(error, 'Failed to update status'),
    onSettled: () => evaluations.invalidate(),
  });

  function decide(decision: Decision) {
    if (review.isPending) return;
    if (status === decision) say(alreadyText(status));
    else review.mutate({ id, decision });
  }

  const offBecause = (decision: Decision) => (status === decision ? reason : undefined);
  return (
    <DecisionForm message={message} decide={decide}>
      <div className="button-row">
        <DecisionButton decision="approved" label="Approve" offBecause={offBecause('approved')} />
        <DecisionButton decision="rejected" label="Reject" offBecause={offBecause('rejected')} />
      </div>
      {status === 'pending' ? null : (
        <p className="hint" id={reason}>
          {alreadyText(status)}
        </p>
      )}
    </DecisionForm>
  );
}

function alreadyText(status: Submission['status']): string {
  return `This case evaluation is already ${status}.`;
}
