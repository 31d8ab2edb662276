import { accessPages } from '@claimdesk/cms/site-paths';
import { siteContext } from '#web/app/context.ts';
import { actOnIdentity, openerOf, openIdentity } from '#web/app/portal/identity/identity-data.server.ts';
import { IdentityPage } from '#web/app/portal/identity/identity-page.tsx';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import {
  callMeHref,
  forgotPinHref,
  loginHref,
  newPinHref,
  pinCodeHref,
  registerHref,
} from '#web/app/ui/pages/navigation.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import '#web/app/ui/forms/wizard.css';
import '#web/app/portal/portal.css';
import type { Route } from './+types/client-register';

export const handle: Handle = { hydrate: ['identity-page'] };

const form = 'client-registration';

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await openIdentity(form, { context });
  if (url.search === '') context.get(siteContext).openedForm = { ...page, openFor: openerOf(form) };
  return { page, forgot: url.searchParams.has('forgot') };
}

export function action(page: Route.ActionArgs) {
  return actOnIdentity(form, page, {
    send: ({ clients }, input) => clients.register(input),
    notice: 'registered',
    next: loginHref,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => untitledPageMeta(matches, accessPages.register);

export default function ClientRegister({ loaderData, actionData }: Route.ComponentProps) {
  const { page, forgot } = loaderData;
  const backToLogin = (
    <p>
      <a className="back" href={loginHref}>
        Back to Log In
      </a>
    </p>
  );
  return (
    <Island
      name="identity-page"
      slots={{
        introduction: forgot ? (
          <>
            {backToLogin}
            <ForgotPin isFirst />
            <h2>Register</h2>
            <p>For new clients only. If you registered before, get a code.</p>
          </>
        ) : (
          <>
            <p className="lead">
              New clients: Use your SSN and create a 4-digit PIN. Then you can log in to your client portal.
            </p>
            {backToLogin}
          </>
        ),
        help: forgot ? null : <ForgotPin />,
      }}
    >
      <IdentityPage page={page} outcome={actionData} action={forgot ? forgotPinHref : registerHref} />
    </Island>
  );
}

/**
 * Registration never changes an existing PIN, so clients who forgot theirs are told what to do. @param isFirst whether
 * the page was opened for this.
 */
function ForgotPin({ isFirst = false }: { isFirst?: boolean }) {
  const firm = useLayoutData();
  return (
    <section
      className={isFirst ? 'first-answer' : 'other-ways'}
      id="forgot-pin"
      aria-labelledby="forgot-pin-title"
    >
      <h2 id="forgot-pin-title">Did you forget your PIN?</h2>
      <p>
        Get a code, and choose a new PIN with it. If you verified your primary email address in the portal at
        least three days ago, we can email you one.
      </p>
      <p className="button-row">
        <a className={isFirst ? 'button' : 'button secondary'} href={pinCodeHref}>
          Email me a code
        </a>
        <a className="button secondary" href={newPinHref}>
          I have a code
        </a>
      </p>
      {firm ? (
        <p>
          Or call us at <PhoneLink firm={firm} end="." /> Our office hours: <HoursLine hours={firm.hours} />
        </p>
      ) : null}
      <p>
        We ask for your name, your date of birth and a few facts about your claim, to confirm your identity.
        We never ask for your PIN, and we cannot see it. Then we give you a code.
      </p>
      <p>
        Don’t want to wait on the phone? <a href={callMeHref}>Let us call you</a>
      </p>
    </section>
  );
}
