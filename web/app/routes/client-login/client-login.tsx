import { data, redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { presentIdentity, readIdentity, sendIdentity } from '../../identity/identity-data.server.ts';
import { IdentityPage } from '../../identity/identity-page.tsx';
import { loginHref, registerHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import { isSignedOut } from '../../session/for-signed-in.server.ts';
import { useSignedOutPage } from '../../session/session-channel.ts';
import { leaveClientNotice, takeClientNotice } from '../client-portal/notices.server.ts';
import { portal } from '../client-portal/portal.ts';
import type { Outcome } from '../intake/outcome.ts';
import { needsFreshToken, sendFromBrowser } from '../intake/send-from-browser.ts';
import type { Route } from './+types/client-login';

export const handle: Handle = { hydrate: true };

const form = 'client-login';

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const next = portal.nextPath(url.searchParams.get('next'), site.origin);
  const loggedIn = await site.api.clients.me().then(
    () => true,
    (error: unknown) => (isSignedOut(error) ? false : answerOf(Promise.reject(error))),
  );
  if (loggedIn) throw redirect(next);
  const opened = await answerOf(site.api.clients.open({ form }));
  return {
    page: presentIdentity(form, opened),
    next,
    ended: url.searchParams.has('ended'),
    notice: takeClientNotice(site),
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = readIdentity(form, await request.formData());
  const { answers, token, proof } = posted;
  const problems = await sendIdentity(posted, () => site.api.clients.signIn({ answers, token, proof }));
  if (problems) return data<Outcome>(problems, { status: problems.status });
  leaveClientNotice(site, 'signed-in');
  throw redirect(portal.nextPath(url.searchParams.get('next'), site.origin), 303);
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Outcome> {
  return sendFromBrowser(() => serverAction());
}

export const shouldRevalidate = needsFreshToken;

/** The title is the page's own, since it also says when there are errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Client Login',
    description: 'Log in to the client portal with your Social Security number and your 4-digit PIN.',
    path: loginHref,
  }).filter((tag) => !('title' in tag));

export default function ClientLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { page, next, ended, notice } = loaderData;
  useSignedOutPage('client-session', next);
  return (
    <IdentityPage
      data={page}
      outcome={actionData}
      action={portal.loginPath(next)}
      notice={notice}
      introduction={
        <>
          {ended && !actionData ? (
            <p className="notice warn">
              You were logged out to keep your details safe. Please log in to go on.
            </p>
          ) : null}
          <p className="lead">Use your Social Security number and your 4-digit PIN.</p>
        </>
      }
    >
      <section className="other-ways" aria-labelledby="no-pin">
        <h2 id="no-pin">No PIN yet, or forgot it?</h2>
        <p>New clients: Use your SSN and create a 4-digit PIN.</p>
        <p className="button-row">
          <a className="button secondary" href={registerHref}>
            Register Now
          </a>
          <a className="button secondary" href={`${registerHref}#forgot-pin`}>
            Forgot PIN? Reset Here
          </a>
        </p>
      </section>
    </IdentityPage>
  );
}
