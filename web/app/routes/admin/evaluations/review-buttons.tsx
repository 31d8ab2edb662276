import { useId, useState } from 'react';
import { useShowToast } from '../../../components/toast.tsx';
import { isRefusal, trpc, wordsOf } from '../../../trpc.ts';
import { leaveForLogin } from '../session/use-session.ts';
import type { Submission } from '../submissions/queue.ts';

type Decision = 'approved' | 'rejected';

const failedText = 'Failed to update status';

interface ReviewButtonsProps {
  evaluation: Submission;
  /** What the server said about a decision that was posted without script. */
  failure: string | undefined;
  onReviewed(decision: Decision): void;
}

/** Approve and Reject: each is off when the record already has that status (SPEC section 2). */
export function ReviewButtons({ evaluation: { id, status }, failure, onReviewed }: ReviewButtonsProps) {
  const [message, setMessage] = useState(failure);
  const showToast = useShowToast();
  const { evaluations } = trpc.useUtils();
  const reason = useId();
  const review = trpc.evaluations.review.useMutation({
    onSuccess: (_nothing, { decision }) => onReviewed(decision),
    onError(error) {
      if (isRefusal(error, 'UNAUTHORIZED')) return leaveForLogin();
      const text = wordsOf(error) ?? failedText;
      setMessage(text);
      showToast({ kind: 'error', title: failedText, text: text === failedText ? undefined : text });
    },
    onSettled: () => evaluations.invalidate(),
  });

  function decide(decision: Decision) {
    if (review.isPending) return;
    if (status === decision) setMessage(alreadyText(status));
    else review.mutate({ id, decision });
  }

  return (
    <form
      method="post"
      className="review"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        decide((submitter as HTMLButtonElement).value as Decision);
      }}
    >
      <p role="alert" className={message ? 'notice error' : undefined}>
        {message}
      </p>
      <div className="button-row">
        <ReviewButton decision="approved" label="Approve" {...{ status, reason }} />
        <ReviewButton decision="rejected" label="Reject" {...{ status, reason }} />
      </div>
      {status === 'pending' ? null : (
        <p className="hint" id={reason}>
          {alreadyText(status)}
        </p>
      )}
    </form>
  );
}

interface ReviewButtonProps {
  decision: Decision;
  label: string;
  status: Submission['status'];
  /** Id of the sentence that says why the button is off. */
  reason: string;
}

function ReviewButton({ decision, label, status, reason }: ReviewButtonProps) {
  const off = status === decision;
  return (
    <button
      type="submit"
      name="decision"
      value={decision}
      className={decision === 'approved' ? 'button' : 'button danger'}
      aria-disabled={off || undefined}
      aria-describedby={off ? reason : undefined}
    >
      {label}
    </button>
  );
}

function alreadyText(status: Submission['status']): string {
  return `This case evaluation is already ${status}.`;
}
