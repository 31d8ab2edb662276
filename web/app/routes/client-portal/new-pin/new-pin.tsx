import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { loginHref, newPinHref, pinCodeHref } from '#web/app/navigation.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import { takeClientNotice } from '#web/app/routes/client-portal/client-request.server.ts';
import {
  actOnIdentity,
  presentIdentity,
} from '#web/app/routes/client-portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/routes/client-portal/identity/identity-page.tsx';
import { OtherHelp } from '#web/app/routes/client-portal/other-help.tsx';
import { needsFreshToken, type Outcome, sendFromBrowser } from '#web/app/sending/outcome.ts';
import type { Route } from './+types/new-pin';

export const handle: Handle = { hydrate: true };

const form = 'client-login-reset';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const opened = await answerOf(site.api.clients.open({ form }));
  return { page: presentIdentity(form, opened), notice: takeClientNotice(site) };
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.setPin(input),
    notice: 'pin-set',
    next: loginHref,
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Outcome> {
  return sendFromBrowser(() => serverAction());
}

export const shouldRevalidate = needsFreshToken;

/** The component renders the title itself, because it also announces errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Choose a new PIN',
    description: 'Choose a new PIN for the client portal with the code that we gave you.',
    path: newPinHref,
    hidden: true,
  }).filter((tag) => !('title' in tag));

/** For clients who got a one-time code, by email or from staff. */
export default function NewPin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <IdentityPage
      data={loaderData.page}
      outcome={actionData}
      action={newPinHref}
      notice={loaderData.notice}
      introduction={
        <>
          <p className="lead">You need a code, from our email or from our office.</p>
          <p>
            <a className="back" href={loginHref}>
              Back to Log In
            </a>
          </p>
        </>
      }
    >
      <OtherHelp title="No code?">
        <p className="button-row">
          <a className="button secondary" href={pinCodeHref}>
            Email me a code
          </a>
        </p>
        <p>Or call us. We confirm your identity and give you a code. It works once, for 24 hours.</p>
      </OtherHelp>
    </IdentityPage>
  );
}
