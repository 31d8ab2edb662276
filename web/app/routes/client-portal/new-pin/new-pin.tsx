import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { forgotPinHref, loginHref, newPinHref } from '#web/app/navigation.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import {
  actOnIdentity,
  presentIdentity,
} from '#web/app/routes/client-portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/routes/client-portal/identity/identity-page.tsx';
import { needsFreshToken, type Outcome, sendFromBrowser } from '#web/app/sending/outcome.ts';
import type { Route } from './+types/new-pin';

export const handle: Handle = { hydrate: true };

const form = 'client-login-reset';

export async function loader({ context }: Route.LoaderArgs) {
  const opened = await answerOf(context.get(siteContext).api.clients.open({ form }));
  return presentIdentity(form, opened);
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
    description: 'Choose a new PIN for the client portal with the code that our office gave you.',
    path: newPinHref,
    hidden: true,
  }).filter((tag) => !('title' in tag));

/** For clients to whom staff gave a one-time code. */
export default function NewPin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <IdentityPage
      data={loaderData}
      outcome={actionData}
      action={newPinHref}
      introduction={
        <>
          <p className="lead">You need the code that our office gave you on the phone.</p>
          <p>
            <a className="back" href={loginHref}>
              Back to Log In
            </a>
          </p>
        </>
      }
    >
      <section className="other-ways" aria-labelledby="no-code">
        <h2 id="no-code">No code yet?</h2>
        <p>Call us. We make sure that it is you, and give you a code. It works once, for 24 hours.</p>
        <p className="button-row">
          <a className="button secondary" href={forgotPinHref}>
            How to get a code
          </a>
        </p>
      </section>
    </IdentityPage>
  );
}
