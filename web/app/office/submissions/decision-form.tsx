import type { Decision } from '@claimdesk/forms/define-intake';
import { useId, useState } from 'react';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, trpc, wordsOf } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Queue, Submission } from './queues.ts';

/** Reads what `DecisionForm` posts without script. */
export function decisionIn(posted: FormData): Decision {
  return posted.get('decision') === 'approved' ? 'approved' : 'rejected';
}

interface DecisionFormProps {
  queue: Queue;
  submission: Submission;
  /** The server's words about a decision that was posted without script. */
  failure: string | undefined;
  onDecided(decision: Decision): void;
}

/**
 * The buttons that decide on a submission, disabled where its status does not allow the decision, and left out where it
 * allows none. Posts natively without script; with it, the decision goes over /trpc.
 */
export function DecisionForm({ queue, submission, failure, onDecided }: DecisionFormProps) {
  const { id, status, decisions, reviewedBy } = submission;
  const [message, setMessage] = useState(failure);
  const showToast = useShowToast();
  const queries = trpc.useUtils()[queue.name];
  const reason = useId();
  const already = `This ${queue.one} is already ${queue.statuses[status].toLowerCase()}.${reviewedBy ? ` Decided by ${reviewedBy}.` : ''}`;
  const change = trpc[queue.name].decide.useMutation({
    onSuccess: (_nothing, { decision }) => onDecided(decision),
    onError(error, { decision }) {
      if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
      const title = queue.decide[decision].failed;
      const text = wordsOf(error) ?? title;
      setMessage(text);
      showToast({ kind: 'error', title, text: text === title ? undefined : text });
    },
    onSettled: () => queries.invalidate(),
  });

  function decide(decision: Decision) {
    if (change.isPending) return;
    if (decisions.includes(decision)) change.mutate({ id, decision, seen: status });
    else setMessage(already);
  }

  function button(decision: Decision) {
    const isOff = !decisions.includes(decision);
    return (
      <button
        type="submit"
        name="decision"
        value={decision}
        className={decision === 'approved' ? 'button' : 'button secondary danger'}
        aria-disabled={isOff || undefined}
        aria-describedby={isOff ? reason : undefined}
      >
        {queue.decide[decision].label}
      </button>
    );
  }

  return (
    <StaffForm
      className="review"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        decide((submitter as HTMLButtonElement).value as Decision);
      }}
    >
      <input type="hidden" name="seen" value={status} />
      <p role="alert" className={message ? 'notice error' : undefined}>
        {message}
      </p>
      {decisions.length > 0 ? (
        <div className="button-row">
          {button('approved')}
          {button('rejected')}
        </div>
      ) : null}
      {status === 'pending' ? null : (
        <p className="hint" id={reason}>
          {already}
        </p>
      )}
    </StaffForm>
  );
}
