import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { Presence } from '#web/app/office/presence.tsx';
import { removalLink } from '#web/app/office/removals/removal-link.tsx';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/remove-dialog';
import { listPath, matterPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.remove', () => ({ form: presentForm('removal') }));
}

export function meta() {
  return untitledMeta;
}

/** Asks why a matter is to be deleted, and says what goes with it. One of a contract or an account is kept. */
export default function RemoveDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const { contract, client } = useOutletContext<Outputs['matters']['detail']>();
  const { mutateAsync } = trpc.matters.remove.useMutation();
  const isKept = contract !== null || client !== null;
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={removalLink}
      title={isKept ? 'This matter is kept' : 'Delete this matter?'}
      form={form}
      danger
      next={listPath}
      save={
        isKept
          ? undefined
          : async ({ reason }) => {
              await mutateAsync({ id, reason: String(reason) });
              return {
                title: 'Deleted',
                text: 'It is gone for good. The record keeps that you deleted it, and why.',
              };
            }
      }
    >
      {isKept ? (
        <p>It ends with its contract or its account, when that is deleted.</p>
      ) : (
        <>
          <p>
            This deletes the matter <strong>{id}</strong> for good, with everything that happened in it, what
            is to be done, and the calls about it. Nobody can undo it. Use it for a matter that was opened by
            mistake, or when the person asks for it: close any other one instead.
          </p>
          <p>
            For six years we keep its number, who deleted it, when, and your reason, so that we can explain it
            later. Backups may hold a copy for some time.
          </p>
          <Presence record={`matters ${id}`} />
        </>
      )}
    </StaffDialog>
  );
}
