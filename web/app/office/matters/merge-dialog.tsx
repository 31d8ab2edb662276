import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/merge-dialog';
import { matterPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.merge', () => null);
}

export function meta() {
  return untitledMeta;
}

/** Merges a client's own matter into that of the client's contract, and goes there. */
export default function MergeDialog({ params: { id, into } }: Route.ComponentProps) {
  const { contract, others } = useOutletContext<Outputs['matters']['detail']>();
  const { mutateAsync } = trpc.matters.merge.useMutation();
  const [key] = useState(() => crypto.randomUUID());
  const isPossible = contract === null && others.some(({ number, isOwn }) => number === into && !isOwn);
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={`merge-${into}`}
      title={isPossible ? 'Merge these matters?' : 'These matters can’t be merged'}
      button="Merge"
      failed={{ title: 'Nothing was merged', text: 'Something went wrong on our side. Please try again.' }}
      next={matterPath(into)}
      save={
        isPossible
          ? async () => {
              await mutateAsync({ id, into, key });
              return { title: 'Merged', text: `Everything of ${id} is in ${into} now.` };
            }
          : undefined
      }
    >
      {isPossible ? (
        <p>
          Everything that happened in {id}, and what is to be done in it, moves to {into}, the matter of the
          contract. The days stay as they were counted. Then {id} is gone, and nobody can undo it.
        </p>
      ) : (
        <p>Only the matter of an account is merged, and only into that of a contract of the same client.</p>
      )}
    </StaffDialog>
  );
}
