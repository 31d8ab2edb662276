import { data, Link, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { forClient, leaveClientNotice } from '#web/app/portal/client-request.server.ts';
import { emailsPath } from '#web/app/portal/portal.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { readFormRefusal } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/verify-email';

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    await api.clients.me();
    return { code: page.url.searchParams.get('code') ?? '' };
  });
}

/** A press of the button, so that a program that opens the links of an email verifies nothing. */
export function action(page: Route.ActionArgs) {
  return forClient(page, async ({ api }) => {
    const posted = await page.request.formData();
    try {
      await api.profile.verifyEmail({ secret: String(posted.get('code') ?? '').slice(0, 100) });
    } catch (error) {
      const refusal = isSignedOut(error) ? null : readFormRefusal(error);
      if (!refusal) throw error;
      return data(refusal, { status: refusal.status });
    }
    leaveClientNotice(page.context.get(siteContext), 'email-verified');
    throw redirect(emailsPath, 303);
  });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Confirm your email address, Client Portal',
    description: 'Confirm an email address.',
    path: emailsPath,
    hidden: true,
  });

/** The page that the link in a verification email opens. */
export default function VerifyEmail({ loaderData: { code }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1>Confirm your email address</h1>
      {actionData ? (
        <div className="notice warn" role="alert">
          <p>
            <strong>{actionData.title}.</strong> {actionData.text}
          </p>
          <p>
            <Link to={emailsPath}>Ask for a new link</Link>
          </p>
        </div>
      ) : (
        <>
          <p className="prose">Press the button, and we know that our emails reach you.</p>
          <form method="post">
            <input type="hidden" name="code" value={code} />
            <button type="submit" className="button">
              Confirm this address
            </button>
          </form>
        </>
      )}
    </>
  );
}
