import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { focusAfter } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { capitalized, type Queue, type SubmissionRow } from './queues.ts';

/** @returns a function that undoes a rejection and says so, which works also once the dialog that rejected has closed. */
export function useTakeBack({ name, one }: Pick<Queue, 'name' | 'one'>) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, fail } = useFailure();
  async function takeBack(id: string) {
    try {
      await client[name].takeBack.mutate({ id });
      showToast({ kind: 'success', title: 'Taken back', text: `${capitalized(one)} is as it was before` });
    } catch (error) {
      fail(error, 'It was not taken back');
    } finally {
      await queries.invalidateQueries();
    }
  }
  return { failure, takeBack };
}

interface TakeBackProps {
  queue: Queue;
  row: Pick<SubmissionRow, 'id' | 'name' | 'takeBackUntil'>;
}

/** Undoes a rejection, while that is possible. */
export function TakeBack({ queue, row: { id, name, takeBackUntil } }: TakeBackProps) {
  const can = usePermissions();
  const { failure, takeBack } = useTakeBack(queue);
  const [isPending, setPending] = useState(false);
  if (takeBackUntil === null || !can(`${queue.name}.takeBack`)) return failure;
  return (
    <>
      {failure}
      <button
        type="button"
        className="button quiet small"
        onClick={({ currentTarget }) => {
          if (isPending) return;
          setPending(true);
          // The button will be gone.
          const heading = currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]');
          void takeBack(id).finally(() => {
            setPending(false);
            (heading ?? focusAfter(id))?.focus();
          });
        }}
      >
        Take back<span className="visually-hidden"> {name || 'the one without a name'}</span>
      </button>
    </>
  );
}
