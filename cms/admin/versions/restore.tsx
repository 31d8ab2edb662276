'use client';

import { useState } from 'react';
import { askCms } from '../ask-cms.ts';
import { ConfirmDialog } from '../saving/dialogs.tsx';

interface RestoreProps {
  /** Of the version, below `/cms/api/`. */
  path: string;
  backTo: string;
  isPublicAtOnce: boolean;
  saved: string;
}

/** Restores a saved version: as the newest draft, or, where there are no drafts, for every visitor at once. */
export function RestoreVersion({ path, backTo, isPublicAtOnce, saved }: RestoreProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [status, setStatus] = useState('');
  const restore = async () => {
    setStatus('Restoring.');
    await askCms(path, 'POST').then(
      () => window.location.assign(backTo),
      (error: Error) => setStatus(error.message),
    );
  };
  return (
    <div className="version-comparison__restore">
      <button type="button" className="saving__button" onClick={() => setIsAsking(true)}>
        Restore this version
      </button>
      <p role="status">{status}</p>
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
