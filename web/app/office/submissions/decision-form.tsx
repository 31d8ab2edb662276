import type { Decision } from '@claimdesk/forms/define-intake';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { dialogLinkProps } from '#web/app/office/list-dialog.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Queue, Submission } from './queues.ts';
import { TakeBack } from './take-back.tsx';

/** Tells the link to the dialog that rejects apart from others in the list. */
export const rejectLink = (id: string) => `reject-${id}`;

interface DecisionFormProps {
  queue: Queue;
  submission: Submission;
  onDecided(decision: Decision): void;
}

/**
 * The buttons that decide on a submission, disabled where its status does not allow the decision, and left out where it
 * allows none. Where rejecting asks for a reason, its button opens that dialog.
 */
export function DecisionForm({ queue, submission, onDecided }: DecisionFormProps) {
  const { id, status, decisions, reviewedBy } = submission;
  const { failure, setMessage, fail } = useFailure();
  const queries = useQueryClient();
  const reason = useId();
  const { search } = useLocation();
  const navigate = useNavigate();
  const already = `This ${queue.one} is already ${queue.statuses[status].toLowerCase()}.${reviewedBy ? ` Decided by ${reviewedBy}.` : ''}`;
  const change = trpc[queue.name].decide.useMutation({
    onSuccess: (_nothing, { decision }) => onDecided(decision),
    onError: (error, { decision }) => fail(error, queue.decide[decision].failed),
    onSettled: () => queries.invalidateQueries(),
  });

  function decide(decision: Decision) {
    if (change.isPending) return;
    if (decision === 'rejected' && queue.rejection && decisions.includes(decision))
      void navigate(`${queue.path}/${id}/reject${search}`, dialogLinkProps);
    else if (decisions.includes(decision)) change.mutate({ id, decision, seen: status });
    else setMessage(already);
  }

  function button(decision: Decision) {
    const isOff = !decisions.includes(decision);
    return (
      <button
        type="button"
        value={decision}
        onClick={() => decide(decision)}
        className={decision === 'approved' ? 'button' : 'button secondary danger'}
        aria-disabled={isOff || undefined}
        aria-describedby={isOff ? reason : undefined}
      >
        {queue.decide[decision].label}
      </button>
    );
  }

  return (
    <div className="review">
      {failure}
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
      <TakeBack queue={queue} row={submission} />
    </div>
  );
}
