'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import type { Removal } from '#cms/samples/samples.ts';
import { askCms } from '../ask-cms.ts';
import { ConfirmDialog } from '../saving/dialogs.tsx';

interface RemoveSamplesProps {
  /** What they are, such as `7 testimonials`; or nothing, if there are none. */
  phrase: string;
  /** What becomes of those whose draft an editor has changed; or nothing. */
  drafts: string;
  /** The notice that names them, while there are any. */
  children: ReactNode;
}

/** Asks, removes every sample, and says what was removed, which stays when the notice is gone. */
export function RemoveSamples({ phrase, drafts, children }: RemoveSamplesProps) {
  const router = useRouter();
  const status = useRef<HTMLParagraphElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [removed, setRemoved] = useState('');
  const [problem, setProblem] = useState('');
  const remove = async () => {
    const { sentence } = await askCms<Removal>('samples/remove', 'POST').catch(() => ({ sentence: '' }));
    setRemoved(sentence);
    setProblem(sentence ? '' : 'Not all samples were removed. Check the connection, then try again.');
    // The button, where the focus was, goes with the notice.
    if (sentence) status.current?.focus();
    router.refresh();
  };
  return (
    <>
      {phrase ? (
        <section className="figures-overdue" aria-labelledby="samples">
          {children}
          <p role="alert">{problem}</p>
          <button type="button" className="saving__button" onClick={() => setIsAsking(true)}>
            Remove all samples
          </button>
        </section>
      ) : null}
      <p ref={status} role="status" tabIndex={-1} className="samples-removed">
        {removed}
      </p>
      {isAsking ? (
        <ConfirmDialog
          title="Remove all samples?"
          explanation={`${phrase} will leave the site for good. What you wrote yourselves stays. ${drafts}`}
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
