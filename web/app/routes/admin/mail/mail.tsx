import { data, Link, redirect } from 'react-router';
import { LatestSuccess } from '../../../components/toast.tsx';
import type { SiteContext } from '../../../context.ts';
import { isSignedOut } from '../../../session/for-signed-in.server.ts';
import type { Outputs } from '../../../trpc.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff } from '../for-staff.server.ts';
import { firstPage } from '../login/next-path.ts';
import { leaveNotice } from '../notice-cookie.server.ts';
import type { NoticeName } from '../notices.ts';
import { refusalOf } from '../refusal.server.ts';
import type { Route } from './+types/mail';
import { MailTable } from './mail-table.tsx';

const path = '/admin/mail';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.mail.troubles());
}

/** Every button is a native form: what it changes is shown by loading the page again. */
export function action(page: Route.ActionArgs) {
  return forStaff(page, async (site) => {
    const posted = await page.request.formData();
    try {
      leaveNotice(site, await settle(site, String(posted.get('do')), String(posted.get('id') ?? '')));
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const { status, text } = refusalOf(error, 'Something went wrong on our side. Please try again.');
      return data(text, { status });
    }
    throw redirect(path);
  });
}

async function settle({ api }: SiteContext, what: string, id: string): Promise<NoticeName> {
  if (what === 'retry-all') {
    await api.mail.retryAll();
    return 'mail-retried';
  }
  if (what === 'give-up') {
    await api.mail.giveUp({ id });
    return 'mail-given-up';
  }
  await api.mail.retry({ id });
  return 'mail-retried';
}

export function meta() {
  return backOfficeMeta('Mail that was not sent');
}

export default function Mail({ loaderData: { rows, more }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={firstPage}>Back to Dashboard</Link>
      </p>
      <h1>Mail that was not sent</h1>
      <LatestSuccess />
      {actionData ? (
        <p role="alert" className="notice error">
          {actionData}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <p>Nothing is stuck. All mail has been sent or is on its way.</p>
      ) : (
        <Troubles rows={rows} more={more} />
      )}
    </>
  );
}

function Troubles({ rows, more }: Outputs['mail']['troubles']) {
  return (
    <>
      <p>
        Most mail goes out by itself once the mail server answers again: it is tried 20 times, in about 11
        hours. Mail that was given up stays here for 90 days.
      </p>
      {rows.length > 1 ? (
        <form method="post" action={path}>
          <button type="submit" name="do" value="retry-all" className="button secondary">
            Try all again now
          </button>
          <p className="hint">Leaves out what was refused for good and what staff gave up.</p>
        </form>
      ) : null}
      {more ? <p>There is more than these {rows.length}. The oldest come first.</p> : null}
      <MailTable rows={rows} path={path} />
    </>
  );
}
