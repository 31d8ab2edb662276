import { accessPages } from '@claimdesk/cms/site-paths';
import { siteContext } from '#web/app/context.ts';
import { takeClientNotice } from '#web/app/portal/client-request.server.ts';
import { actOnIdentity, openIdentity } from '#web/app/portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/portal/identity/identity-page.tsx';
import { OtherHelp } from '#web/app/portal/other-help.tsx';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { loginHref, newPinHref, pinCodeHref } from '#web/app/ui/pages/navigation.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import '#web/app/ui/forms/wizard.css';
import '#web/app/portal/portal.css';
import type { Route } from './+types/new-pin';

export const handle: Handle = { hydrate: ['identity-page'] };

const form = 'client-login-reset';

export async function loader(page: Route.LoaderArgs) {
  return { page: await openIdentity(form, page), notice: takeClientNotice(page.context.get(siteContext)) };
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.setPin(input),
    notice: 'pin-set',
    next: loginHref,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => untitledPageMeta(matches, accessPages.newPin);

/** For clients who got a one-time code, by email or from staff. */
export default function NewPin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Island
      name="identity-page"
      slots={{
        introduction: (
          <>
            <p className="lead">You need a code, from our email or from our office.</p>
            <p>
              <a className="back" href={loginHref}>
                Back to Log In
              </a>
            </p>
          </>
        ),
        help: (
          <OtherHelp title="No code?">
            <p className="button-row">
              <a className="button secondary" href={pinCodeHref}>
                Email me a code
              </a>
            </p>
            <p>Or call us. We confirm your identity and give you a code. It works once, for 24 hours.</p>
          </OtherHelp>
        ),
      }}
    >
      <IdentityPage {...loaderData} outcome={actionData} action={newPinHref} />
    </Island>
  );
}
