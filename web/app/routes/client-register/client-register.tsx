import { data, redirect } from 'react-router';
import { HoursLine } from '../../components/hours-line.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { presentIdentity, readIdentity, sendIdentity } from '../../identity/identity-data.server.ts';
import { IdentityPage } from '../../identity/identity-page.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { loginHref, registerHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import { leaveClientNotice } from '../client-portal/notices.server.ts';
import type { Outcome } from '../intake/outcome.ts';
import { needsFreshToken, sendFromBrowser } from '../intake/send-from-browser.ts';
import type { Route } from './+types/client-register';

export const handle: Handle = { hydrate: true };

const form = 'client-registration';

export async function loader({ context }: Route.LoaderArgs) {
  return presentIdentity(form, await answerOf(context.get(siteContext).api.clients.open({ form })));
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = readIdentity(form, await request.formData());
  const { answers, token } = posted;
  const problems = await sendIdentity(posted, () => site.api.clients.register({ answers, token }));
  if (problems) return data<Outcome>(problems, { status: problems.status });
  leaveClientNotice(site, 'registered');
  throw redirect(loginHref, 303);
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Outcome> {
  return sendFromBrowser(() => serverAction());
}

export const shouldRevalidate = needsFreshToken;

/** The title is the page's own, since it also says when there are errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Client Registration',
    description:
      'Register for the client portal: use your Social Security number and create a 4-digit PIN. What to do if you forgot your PIN.',
    path: registerHref,
  }).filter((tag) => !('title' in tag));

export default function ClientRegister({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <IdentityPage
      data={loaderData}
      outcome={actionData}
      action={registerHref}
      introduction={
        <>
          <p className="lead">
            New clients: Use your SSN and create a 4-digit PIN. Then you can log in to your client portal.
          </p>
          <p>
            <a className="back" href={loginHref}>
              Back to Log In
            </a>
          </p>
        </>
      }
    >
      <ForgotPin />
    </IdentityPage>
  );
}

/** Registration never changes a PIN that there is (SECURITY.md), so whoever forgot theirs is told what does. */
function ForgotPin() {
  const firm = useLayoutData();
  return (
    <section className="other-ways" id="forgot-pin" aria-labelledby="forgot-pin-title">
      <h2 id="forgot-pin-title">Did you forget your PIN?</h2>
      <p>Do not register again: that does not change your PIN. We cannot see your PIN either.</p>
      {firm ? (
        <p>
          Call <PhoneLink firm={firm} /> and we make sure that it is you, and then help you to get back in.
          Our office hours: <HoursLine hours={firm.hours} />
        </p>
      ) : null}
    </section>
  );
}
