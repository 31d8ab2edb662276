import { HoursLine } from '#web/app/components/hours-line.tsx';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { LatestSuccess } from '#web/app/components/toast.tsx';
import { longEasternDate } from '#web/app/dates.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import { contractHref, evaluationHref, portalHref } from '#web/app/navigation.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { forClient } from '#web/app/routes/client-portal/client-request.server.ts';
import { everywhere, logoutPath } from '#web/app/routes/client-portal/portal.ts';
import type { Route } from './+types/dashboard';

/** The URL says nothing about the client, and search engines do not index the page. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Dashboard, Client Portal',
    description: 'The portal for clients.',
    path: portalHref,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const [{ confirmBy }, reveals] = await Promise.all([api.clients.me(), api.clients.reveals()]);
    return { confirmBy, reveals };
  });
}

/** What a client sees first: what happens next, what they can do, and whom to ask. */
export default function Dashboard({ loaderData: { confirmBy, reveals } }: Route.ComponentProps) {
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      {confirmBy ? <NotConfirmed by={longEasternDate(confirmBy)} /> : null}
      <section aria-labelledby="can-do">
        <h2 id="can-do">What you can do now</h2>
        <ul className="cards two">
          <li className="card">
            <h3>
              <a href={evaluationHref}>Free case evaluation</a>
            </h3>
            <p>Answer nine short questions, and find out if we can help you.</p>
          </li>
          <li className="card">
            <h3>
              <a href={contractHref}>Sign the service contract</a>
            </h3>
            <p>Read it and sign it, so that we can act for you at Social Security.</p>
          </li>
        </ul>
      </section>
      <section className="prose" aria-labelledby="everywhere">
        <h2 id="everywhere">Your logins</h2>
        <p>
          Did you lose your phone? Did you log in on a computer that other people use? You can log out on
          every phone and computer at once, this one too.
        </p>
        <form method="post" action={logoutPath}>
          <button type="submit" className="button secondary" {...everywhere}>
            Sign out everywhere
          </button>
        </form>
      </section>
      {reveals.length > 0 ? <Reveals at={reveals} /> : null}
    </>
  );
}

/** @param at when, in ISO 8601. */
function Reveals({ at }: { at: string[] }) {
  return (
    <section className="prose" aria-labelledby="reveals">
      <h2 id="reveals">Who looked at your number</h2>
      <p>
        We keep your Social Security number hidden, from our own staff too. In the last 12 months it was
        opened:
      </p>
      <ul>
        {at.map((each) => (
          <li key={each}>
            <time dateTime={each}>{longEasternDate(each)}</time>, our office
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Anybody who knows an SSN can register it, so an account expires unless its owner calls. */
function NotConfirmed({ by }: { by: string }) {
  const firm = useLayoutData();
  return (
    <section className="prose" aria-labelledby="not-confirmed">
      <h2 id="not-confirmed">Your account is not confirmed yet</h2>
      <p>
        We do not know yet that it was you who made this account. Please call us
        {firm ? (
          <>
            {' '}
            at <PhoneLink firm={firm} />
          </>
        ) : null}{' '}
        by <strong className="nowrap">{by}</strong>. We ask for your name, your date of birth and some facts
        of your claim. It takes a few minutes.
      </p>
      {firm ? (
        <p>
          Our office hours: <HoursLine hours={firm.hours} />
        </p>
      ) : null}
      <p>If we do not hear from you, this account ends after that day. You can register again then.</p>
    </section>
  );
}
