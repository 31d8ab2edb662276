'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '../saving/dialogs.tsx';

/** Asks, then deletes every sample. @param phrase what they are, such as `7 testimonials`. */
export function RemoveSamples({ phrase }: { phrase: string }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = async () => {
    const answer = await fetch('/cms/api/samples/remove', { method: 'POST' }).catch(() => null);
    setProblem(answer?.ok ? '' : 'Not all samples were removed. Check the connection, then try again.');
    router.refresh();
  };
  return (
    <>
      <p role="alert">{problem}</p>
      <button type="button" className="saving__button" onClick={() => setIsAsking(true)}>
        Remove all samples
      </button>
      {isAsking ? (
        <ConfirmDialog
          title="Remove all samples?"
          explanation={`${phrase} will be deleted for good. What you wrote yourselves stays.`}
          confirm="Remove them"
          onDone={(confirmed) => {
            setIsAsking(false);
            if (confirmed) void remove();
          }}
        />
      ) : null}
    </>
  );
}
