import { accessPages } from '@claimdesk/cms/site-paths';
import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { takeClientNotice } from '#web/app/portal/client-request.server.ts';
import { actOnIdentity, openerOf, openIdentity } from '#web/app/portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/portal/identity/identity-page.tsx';
import { portal } from '#web/app/portal/portal.ts';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { callMeHref, forgotPinHref, registerHref } from '#web/app/ui/pages/navigation.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import '#web/app/ui/forms/wizard.css';
import '#web/app/portal/portal.css';
import type { Route } from './+types/client-login';

export const handle: Handle = { hydrate: ['identity-page'] };

const form = 'client-login';

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const next = portal.nextPath(url.searchParams.get('next'), site.origin);
  const loggedIn = await site.api.clients.me().then(
    () => true,
    (error: unknown) => (isSignedOut(error) ? false : answerOf(Promise.reject(error))),
  );
  if (loggedIn) throw redirect(next);
  const notice = takeClientNotice(site);
  const page = await openIdentity(form, { context });
  if (url.search === '' && !notice) site.openedForm = { ...page, openFor: openerOf(form) };
  return {
    page,
    next,
    ended: url.searchParams.has('ended'),
    notice,
  };
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.signIn(input),
    notice: 'signed-in',
    next: portal.nextPath(page.url.searchParams.get('next'), page.context.get(siteContext).origin),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => untitledPageMeta(matches, accessPages.login);

export default function ClientLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { page, next, ended, notice } = loaderData;
  return (
    <Island
      name="identity-page"
      slots={{
        introduction: (
          <>
            {ended && !notice && !actionData ? (
              <p className="notice warn">
                You were logged out to keep your details safe. Please log in to continue.
              </p>
            ) : null}
            <p className="lead">Use your Social Security number and your 4-digit PIN.</p>
          </>
        ),
        help: (
          <section className="other-ways" aria-labelledby="no-pin">
            <h2 id="no-pin">No PIN yet, or forgot it?</h2>
            <p>New clients: Use your SSN and create a 4-digit PIN.</p>
            <p className="button-row">
              <a className="button secondary" href={registerHref}>
                Register Now
              </a>
              <a className="button secondary" href={forgotPinHref}>
                Forgot PIN? Reset Here
              </a>
            </p>
            <p>
              Can’t log in? <a href={callMeHref}>Let us call you</a>
            </p>
          </section>
        ),
      }}
    >
      <IdentityPage
        page={page}
        outcome={actionData}
        action={portal.loginPath(next)}
        notice={notice}
        next={next}
      />
    </Island>
  );
}
