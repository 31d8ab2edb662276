import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { loginHref, newPinHref, pinCodeHref } from '#web/app/navigation.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import {
  actOnIdentity,
  presentIdentity,
} from '#web/app/routes/client-portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/routes/client-portal/identity/identity-page.tsx';
import { OtherHelp } from '#web/app/routes/client-portal/other-help.tsx';
import { needsFreshToken, type Outcome, sendFromBrowser } from '#web/app/sending/outcome.ts';
import type { Route } from './+types/forgot-pin';

export const handle: Handle = { hydrate: true };

const form = 'client-pin-code';

export async function loader({ context }: Route.LoaderArgs) {
  const opened = await answerOf(context.get(siteContext).api.clients.open({ form }));
  return presentIdentity(form, opened);
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.emailPinCode(input),
    notice: 'pin-code-asked',
    next: newPinHref,
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Outcome> {
  return sendFromBrowser(() => serverAction());
}

export const shouldRevalidate = needsFreshToken;

/** The component renders the title itself, because it also announces errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot your PIN?',
    description: 'Get a code by email, and choose a new PIN for the client portal with it.',
    path: pinCodeHref,
    hidden: true,
  }).filter((tag) => !('title' in tag));

/** For clients with a verified email address: the next page takes the code, and says the same to everybody. */
export default function ForgotPin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <IdentityPage
      data={loaderData}
      outcome={actionData}
      action={pinCodeHref}
      introduction={
        <>
          <p className="lead">
            Did you verify your email address in the portal? Then we can email you a code, and you choose a
            new PIN with it.
          </p>
          <p>
            <a className="back" href={loginHref}>
              Back to Log In
            </a>
          </p>
        </>
      }
    >
      <OtherHelp title="No verified email address?">
        <p>
          Call us. We ask some questions to confirm your identity and give you a code. We never ask for your
          PIN, and we cannot see it.
        </p>
        <p>
          <a href={newPinHref}>I have a code</a>
        </p>
      </OtherHelp>
    </IdentityPage>
  );
}
