import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/unmark-notice-dialog';
import { clientPath } from './client-table.tsx';

const hints = { reason: 'For colleagues. The client does not read it.' };

export function loader(page: Route.LoaderArgs) {
  const { id, notice } = page.params;
  return openFor(page, 'profile.unmarkNoticeSent', async ({ api }) => {
    const [newest] = await api.profile.notices({ id });
    if (newest?.id !== notice) throw data('This notice was not found.', { status: 404 });
    return { sentAt: newest.sentAt ?? '', form: presentForm('reason', hints) };
  });
}

export function meta() {
  return untitledMeta;
}

/** Where staff take back that they told Social Security of a client's address, for example for the wrong client. */
export default function UnmarkNoticeDialog({
  loaderData: { sentAt, form },
  params: { id, notice },
}: Route.ComponentProps) {
  const unmark = trpc.profile.unmarkNoticeSent.useMutation();
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={`notice-${notice}`}
      title="Social Security was not told after all"
      form={form}
      version={sentAt}
      button="Mark as not sent"
      save={async ({ reason }, { version }) => {
        await unmark.mutateAsync({ id, notice, sentAt: version, reason: String(reason) });
        return {
          title: 'Marked as not sent',
          text: 'The notice is among the new addresses again, and the client can see that Social Security was not told.',
        };
      }}
    >
      {sentAt ? (
        <p>
          This notice is marked as sent on {longEasternDate(sentAt)}, and the client reads so in the portal.
          Taken back, it is among the new addresses again, and the client reads that Social Security was not
          told yet.
        </p>
      ) : (
        <p>This notice is not marked as sent.</p>
      )}
    </StaffDialog>
  );
}
