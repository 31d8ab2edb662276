import { useState } from 'react';
import { useShowToast } from '../../../components/toast.tsx';
import { isRefusal, type Outputs, wordsOf } from '../../../trpc.ts';
import { leaveForStaffLogin } from '../staff-session.ts';

export type Decision = Exclude<Outputs['evaluations']['detail']['status'], 'pending'>;

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
    /** @param unexpected the words of SPEC section 8, where the server has none of its own. */
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
      {children}
    </form>
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
