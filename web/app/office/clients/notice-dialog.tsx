import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Inputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/notice-dialog';
import { heldWords } from './agency-notices.ts';
import { clientPath } from './client-table.tsx';

type Told = Pick<Inputs['profile']['markNoticeSent'], 'how' | 'early'>;

export function loader(page: Route.LoaderArgs) {
  const { id, notice } = page.params;
  return openFor(page, 'profile.markNoticeSent', async ({ api }) => {
    const found = (await api.profile.notices({ id })).find((each) => each.id === notice);
    if (!found) throw data('This notice was not found.', { status: 404 });
    return { found, form: presentForm(found.held ? 'held-notice-sent' : 'notice-sent') };
  });
}

export function meta() {
  return untitledMeta;
}

/** Where staff record that they reported a client's new address to Social Security. */
export default function NoticeDialog({
  loaderData: { found, form },
  params: { id, notice },
}: Route.ComponentProps) {
  const { madeAt, held } = found;
  const markSent = trpc.profile.markNoticeSent.useMutation();
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={`notice-${notice}`}
      title="Social Security was told"
      form={form}
      version={madeAt}
      save={async (answers, { version }) => {
        await markSent.mutateAsync({ id, notice, madeAt: version, ...(answers as Told) });
        return {
          title: 'Marked as sent',
          text: 'The client can see that Social Security has the address.',
        };
      }}
    >
      <p>
        The client saved the address on {longEasternDate(madeAt)}. The client can see in the portal that you
        told Social Security, when and how.
      </p>
      {held ? (
        <p className="notice warn">
          <strong>{heldWords(held)}.</strong> Whoever takes over somebody’s account changes the address first,
          so that payments go astray. Tell Social Security before the hold ends only when you know that the
          change is the client’s.
        </p>
      ) : null}
    </StaffDialog>
  );
}
