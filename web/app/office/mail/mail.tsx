import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { PageForm } from '#web/app/office/change-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { cursorIn, orNull, prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/mail';
import { MailTable, mailRetried } from './mail-table.tsx';

const path = '/admin/mail';

export async function loader(page: Route.LoaderArgs) {
  const cursor = cursorIn(page);
  return { cursor, ...(await prefetch(page, (api) => [orNull(api.failedEmails.list({ cursor }))])) };
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta() {
  return backOfficeMeta('Mail that was not sent');
}

export default function Mail({ loaderData: { cursor } }: Route.ComponentProps) {
  const { data: page } = trpc.failedEmails.list.useQuery({ cursor });
  return (
    <>
      <BackToDashboard />
      <h1>Mail that was not sent</h1>
      <LatestSuccess />
      {cursor ? (
        <p>
          <a href={path}>Back to the oldest</a>
        </p>
      ) : null}
      {page ? null : <CouldNotLoad failed="Failed to load mail" />}
      {page?.rows.length === 0 ? <p>{cursor ? nothingFurther : nothingStuck}</p> : null}
      {page?.rows.length ? <FailedEmails rows={page.rows} /> : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={`${path}?cursor=${page.next}`}>
            Newer mail
          </a>
        </p>
      ) : null}
    </>
  );
}

const nothingStuck = 'Nothing is stuck. All mail has been sent or is on its way.';
const nothingFurther = 'No newer mail is stuck.';

function FailedEmails({ rows }: { rows: Outputs['failedEmails']['list']['rows'] }) {
  const can = usePermissions();
  const retryAll = trpc.failedEmails.retryAll.useMutation();
  return (
    <>
      <p>
        Most mail goes out by itself once the mail server answers again: it is tried 20 times, in about 11
        hours. Mail that was given up on stays here for 90 days.
      </p>
      {rows.length > 1 && can('failedEmails.retryAll') ? (
        <PageForm
          button="Try all again now"
          look="secondary"
          done={mailRetried}
          save={() => retryAll.mutateAsync()}
        >
          <p className="hint">Leaves out what was refused for good and what staff gave up on.</p>
        </PageForm>
      ) : null}
      <MailTable rows={rows} />
    </>
  );
}
