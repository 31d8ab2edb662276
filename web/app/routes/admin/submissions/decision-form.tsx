import { useState } from 'react';
import { useShowToast } from '#web/app/components/toast.tsx';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import { leaveForStaffLogin } from '#web/app/routes/admin/staff-session.ts';
import { isRefusal, type Outputs, wordsOf } from '#web/app/trpc.ts';

export type Decision = Exclude<Outputs['evaluations']['detail']['status'], 'pending'>;

/** Reads what `DecisionForm` posts without script. */
export function decisionIn(posted: FormData): Decision {
  return posted.get('decision') === 'approved' ? 'approved' : 'rejected';
}

/**
 * What went wrong with a decision, for the form itself and as a toast.
 *
 * @param first what the server said about a decision that was posted without script.
 */
export function useFailure(first: string | undefined) {
  const [message, setMessage] = useState(first);
  const showToast = useShowToast();
  return {
    message,
    say: setMessage,
    /** @param unexpected what to say where the server has no words of its own. */
    fail(error: unknown, unexpected: string) {
      if (isRefusal(error, 'UNAUTHORIZED')) return leaveForStaffLogin();
      const text = wordsOf(error) ?? unexpected;
      setMessage(text);
      showToast({ kind: 'error', title: unexpected, text: text === unexpected ? undefined : text });
    },
  };
}

interface DecisionFormProps {
  message: string | undefined;
  decide(decision: Decision): void;
  /** Its buttons, named `decision`, and what stands below them. */
  children: React.ReactNode;
}

/** Posts natively without script; with it, the decision goes over /trpc. */
export function DecisionForm({ message, decide, children }: DecisionFormProps) {
  return (
    <StaffForm
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
      {children}
    </StaffForm>
  );
}

interface DecisionButtonProps {
  decision: Decision;
  label: string;
  /** Id of the sentence that says why the button is off; undefined when it is on. */
  offBecause?: string | undefined;
}

export function DecisionButton({ decision, label, offBecause }: DecisionButtonProps) {
  return (
    <button
      type="submit"
      name="decision"
      value={decision}
      className={decision === 'approved' ? 'button' : 'button danger'}
      aria-disabled={offBecause ? true : undefined}
      aria-describedby={offBecause}
    >
      {label}
    </button>
  );
}
