import { useState } from 'react';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, messageOf } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';

/** Says why a change by a single button failed, beside the button and as a toast. */
export function useFailure() {
  const [message, setMessage] = useState('');
  const showToast = useShowToast();
  function fail(error: unknown, title: string) {
    if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
    const text = messageOf(error) ?? title;
    setMessage(text);
    showToast({ kind: 'error', title, text: text === title ? undefined : text });
  }
  const failure = message ? (
    <p role="alert" className="notice error">
      {message}
    </p>
  ) : null;
  return { failure, setMessage, fail };
}
