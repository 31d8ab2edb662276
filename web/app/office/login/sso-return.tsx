import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { backOfficeMeta, firstPage, loginPath, nextPath } from '#web/app/office/back-office.ts';
import { BackOfficeFrame } from '#web/app/office/back-office-frame.tsx';
import { leaveNotice } from '#web/app/office/staff-request.server.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/sso-return';
import { loginFailed } from './read-login.ts';

/** The provider redirects the browser to this page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  try {
    const query = url.search.slice(1, 8_000);
    const next = nextPath(await site.api.staff.finishSingleSignOn({ query }), site.origin);
    leaveNotice(site, 'signed-in');
    // Not a redirect: the browser comes from another site, and would not send the new session's cookie along.
    return data({ next, problem: null }, { headers: { refresh: `0; url=${next}` } });
  } catch (error) {
    const { status, title, text } = refusalOf(error, loginFailed);
    return data({ next: firstPage, problem: { title, text } }, { status });
  }
}

/** The address contains a code from the provider, so it must not leak. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const refresh = loaderHeaders.get('refresh');
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...(refresh ? { refresh } : {}) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(loaderData?.problem?.title ?? 'Logging in');
}

/** Runs no script: it redirects at once, or says what went wrong. */
export default function SsoReturn({ loaderData: { next, problem } }: Route.ComponentProps) {
  return (
    <BackOfficeFrame>
      <div className="login">
        <h1>{problem?.title ?? 'You are logged in'}</h1>
        <p role={problem ? 'alert' : undefined}>{problem?.text ?? 'The back office opens now.'}</p>
        <p>
          <a className="button" href={problem ? loginPath(next) : next}>
            {problem ? 'Back to login' : 'Continue'}
          </a>
        </p>
      </div>
    </BackOfficeFrame>
  );
}
