import type { SiteContext } from '#web/app/context.ts';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import type { NoticeName } from '#web/app/office/notices.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  loadListForStaff,
  redirectWithNotice,
  sentenceOf,
} from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/mail';
import { MailTable } from './mail-table.tsx';

const path = '/admin/mail';

export function loader(page: Route.LoaderArgs) {
  return loadListForStaff(page, ({ failedEmails }, cursor) => failedEmails.list({ cursor }));
}

/** Every button is a native form; the reloaded page shows the change. */
export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site, posted) => redirectWithNotice(site, path + page.url.search, await settle(site.api, posted)),
    (error) => sentenceOf(error),
  );
}

async function settle({ failedEmails }: SiteContext['api'], posted: FormData): Promise<NoticeName> {
  const id = String(posted.get('id') ?? '');
  const verb = posted.get('do');
  if (verb === 'give-up') {
    await failedEmails.abandon({ id });
    return 'mail-given-up';
  }
  await (verb === 'retry-all' ? failedEmails.retryAll() : failedEmails.retry({ id }));
  return 'mail-retried';
}

export function meta() {
  return backOfficeMeta('Mail that was not sent');
}

export default function Mail({ loaderData: { page, cursor }, actionData }: Route.ComponentProps) {
  const here = cursor ? `${path}?cursor=${cursor}` : path;
  return (
    <>
      <BackToDashboard />
      <h1>Mail that was not sent</h1>
      <LatestSuccess />
      {actionData ? (
        <p role="alert" className="notice error">
          {actionData}
        </p>
      ) : null}
      {cursor ? (
        <p>
          <a href={path}>Back to the oldest</a>
        </p>
      ) : null}
      {page ? null : <CouldNotLoad failed="Failed to load mail" />}
      {page?.rows.length === 0 ? <p>{cursor ? nothingFurther : nothingStuck}</p> : null}
      {page?.rows.length ? <FailedEmails rows={page.rows} path={here} /> : null}
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

/** @param path where the buttons post to: this page of the list. */
function FailedEmails({ rows, path }: { rows: Outputs['failedEmails']['list']['rows']; path: string }) {
  const can = usePermissions();
  return (
    <>
      <p>
        Most mail goes out by itself once the mail server answers again: it is tried 20 times, in about 11
        hours. Mail that was given up on stays here for 90 days.
      </p>
      {rows.length > 1 && can('failedEmails.retryAll') ? (
        <StaffForm action={path}>
          <button type="submit" name="do" value="retry-all" className="button secondary">
            Try all again now
          </button>
          <p className="hint">Leaves out what was refused for good and what staff gave up on.</p>
        </StaffForm>
      ) : null}
      <MailTable rows={rows} path={path} />
    </>
  );
}
