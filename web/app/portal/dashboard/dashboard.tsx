import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { ClaimCard } from '#web/app/portal/claim/claim-card.tsx';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { WithCode } from '#web/app/portal/confirm-first.tsx';
import {
  activityPath,
  addressPath,
  downloadsPath,
  everywhere,
  logoutPath,
  treatmentPath,
  uploadsPath,
} from '#web/app/portal/portal.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { evaluationHref, portalHref } from '#web/app/ui/pages/navigation.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
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
    const [{ confirmBy }, reveals, claim] = await Promise.all([
      api.clients.me(),
      api.clients.reveals(),
      api.claims.mine(),
    ]);
    return { confirmBy, reveals, claim };
  });
}

const cards = [
  { path: addressPath, title: 'Mailing Address', text: 'Where your letters go. Keep it up to date.' },
  {
    path: treatmentPath,
    title: 'Medical Treatment',
    text: 'Where you were treated in the last 3 years, and why.',
  },
  {
    path: downloadsPath,
    title: 'Downloads',
    text: 'Your contract, the proof that your claim was filed, and forms for you and your doctor.',
  },
  {
    path: uploadsPath,
    title: 'Send us papers',
    text: 'Take a photo of a letter or a record with your phone, and send it to us here.',
  },
];

/** What a client sees first: what happens next, what they can do, and whom to ask. */
export default function Dashboard({ loaderData: { confirmBy, reveals, claim } }: Route.ComponentProps) {
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      {confirmBy ? <NotConfirmed by={longEasternDate(confirmBy)} /> : null}
      <ClaimCard claim={claim} />
      <section aria-labelledby="can-do">
        <h2 id="can-do">What you can do now</h2>
        <ul className="cards">
          {cards.map(({ path, title, text }) => (
            <li className="card" key={path}>
              <h3>
                <Link to={path}>{title}</Link>
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        {'isRepresented' in claim && claim.isRepresented ? null : (
          <p>
            {confirmBy ? (
              <>
                Not sure if you have a case? <a href={evaluationHref}>Get a free case evaluation</a>.{' '}
              </>
            ) : null}
            We can act for you at Social Security once the form that names your representative is filed.
          </p>
        )}
      </section>
      <section className="prose notice" aria-labelledby="reminder">
        <h2 id="reminder">Please remember</h2>
        <p>
          Did you move? Do you have a new phone number or a new doctor? Update it here soon. A letter to an
          old address can cost you your appeal.
        </p>
      </section>
      <section className="prose" aria-labelledby="tour">
        <h2 id="tour">How this portal works</h2>
        <p>A short video will appear here. Until then, in words:</p>
        <ol>
          <li>Check that your address, phone numbers and email addresses are right.</li>
          <li>Add a person we may call when we cannot reach you.</li>
          <li>List where you were treated in the last 3 years.</li>
        </ol>
      </section>
      <section className="prose" aria-labelledby="everywhere">
        <h2 id="everywhere">Your logins</h2>
        <p>
          Did you lose your phone? Did you log in on a computer that other people use? You can log out on
          every phone and computer at once, this one too.
        </p>
        <form method="post" action={logoutPath}>
          <button type="submit" className="button secondary" {...everywhere}>
            Log out everywhere
          </button>
        </form>
      </section>
      <Activity lastReveal={reveals[0]} />
    </>
  );
}

/** @param lastReveal when our office last opened the whole number, in ISO 8601. */
function Activity({ lastReveal }: { lastReveal: string | undefined }) {
  return (
    <section className="prose" aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <p>
        {lastReveal ? (
          <>
            Our office viewed your full Social Security number on{' '}
            <time dateTime={lastReveal}>{longEasternDate(lastReveal)}</time>.{' '}
          </>
        ) : null}
        <Link to={activityPath}>
          See who logged in, what changed, and when our office looked at your record
        </Link>
      </p>
    </section>
  );
}

/** Anybody who knows an SSN can register it, so an account expires unless its owner calls. */
function NotConfirmed({ by }: { by: string }) {
  return (
    <section className="prose" aria-labelledby="not-confirmed">
      <h2 id="not-confirmed">Your account is not confirmed yet</h2>
      <p>
        We do not know yet that it was you who made this account. Please call us
        <CallUs end=""> at</CallUs> by <strong className="nowrap">{by}</strong>. We call you back at the phone
        number in your contract and read out a code. You type the code here. It takes a few minutes.
      </p>
      <WithCode />
      <p>If we do not hear from you, this account ends after that day. You can register again then.</p>
    </section>
  );
}
