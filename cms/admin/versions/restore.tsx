'use client';

import { useState } from 'react';
import { ConfirmDialog } from '../saving/dialogs.tsx';

interface RestoreProps {
  address: string;
  backTo: string;
  isPublicAtOnce: boolean;
  saved: string;
}

/** Restores a saved version: as the newest draft, or, where there are no drafts, for every visitor at once. */
export function RestoreVersion({ address, backTo, isPublicAtOnce, saved }: RestoreProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [said, setSaid] = useState('');
  const restore = async () => {
    setSaid('Restoring.');
    const answer = await fetch(address, { method: 'POST' }).catch(() => undefined);
    if (answer?.ok) return window.location.assign(backTo);
    const { errors } = (await answer?.json().catch(() => undefined)) ?? {};
    setSaid(errors?.[0]?.message ?? 'The CMS cannot be reached. Please try again.');
  };
  return (
    <div className="version-comparison__restore">
      <button type="button" className="saving__button" onClick={() => setIsAsking(true)}>
        Restore this version
      </button>
      <p role="status">{said}</p>
      {isAsking ? (
        <ConfirmDialog
          title="Restore this version?"
          explanation={`The text saved on ${saved} becomes the latest version. ${
            isPublicAtOnce
              ? 'Every visitor sees it at once.'
              : 'It is a draft at first: visitors see it once you publish it.'
          } The text of today stays in the list of versions.`}
          confirm={isPublicAtOnce ? 'Restore and make public' : 'Restore as a draft'}
          onDone={(confirmed) => {
            setIsAsking(false);
            if (confirmed) void restore();
          }}
        />
      ) : null}
    </div>
  );
}
