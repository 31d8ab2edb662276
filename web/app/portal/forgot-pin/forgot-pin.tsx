import { accessPages } from '@claimdesk/cms/site-paths';
import { actOnIdentity, openIdentity } from '#web/app/portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/portal/identity/identity-page.tsx';
import { OtherHelp } from '#web/app/portal/other-help.tsx';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { loginHref, newPinHref, pinCodeHref } from '#web/app/ui/pages/navigation.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import '#web/app/ui/forms/wizard.css';
import '#web/app/portal/portal.css';
import type { Route } from './+types/forgot-pin';

export const handle: Handle = { hydrate: ['identity-page'] };

const form = 'client-pin-code';

export async function loader(page: Route.LoaderArgs) {
  return { page: await openIdentity(form, page) };
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.emailPinCode(input),
    notice: 'pin-code-asked',
    next: newPinHref,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => untitledPageMeta(matches, accessPages.pinCode);

/** For clients whose primary email address was verified three days ago or earlier: the next page takes the code, and says the same to everybody. */
export default function ForgotPin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Island
      name="identity-page"
      slots={{
        introduction: (
          <>
            <p className="lead">
              Did you verify your primary email address in the portal at least three days ago? Then we can
              email you a code, and you choose a new PIN with it.
            </p>
            <p>
              <a className="back" href={loginHref}>
                Back to Log In
              </a>
            </p>
          </>
        ),
        help: (
          <OtherHelp title="No such email address?">
            <p>
              Call us. We ask some questions to confirm your identity and give you a code. We never ask for
              your PIN, and we cannot see it.
            </p>
            <p>
              <a href={newPinHref}>I have a code</a>
            </p>
          </OtherHelp>
        ),
      }}
    >
      <IdentityPage page={loaderData.page} outcome={actionData} action={pinCodeHref} />
    </Island>
  );
}
