import { HoursLine } from '../../../components/hours-line.tsx';
import { PhoneLink } from '../../../components/phone-link.tsx';
import { LatestSuccess } from '../../../components/toast.tsx';
import { useLayoutData } from '../../../layout-data.ts';
import { contractHref, evaluationHref, portalHref } from '../../../navigation.ts';
import { pageMeta } from '../../../page-meta.ts';
import type { Route } from './+types/dashboard';

/** The address tells nothing about the client, and no search engine keeps the page. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Dashboard, Client Portal',
    description: 'The portal for clients.',
    path: portalHref,
    hidden: true,
  });

/** What a client finds first: what happens now, what they can do, and whom to ask. */
export default function Dashboard() {
  const firm = useLayoutData();
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      <section className="prose" aria-labelledby="who-you-are">
        <h2 id="who-you-are">First, we make sure that it is you</h2>
        <p>
          Your documents are private. So our staff check who you are before any document appears here. Until
          then, nobody who logs in here can see a document or a contract of yours.
        </p>
        {firm ? (
          <p>
            To have it done, call <PhoneLink firm={firm} /> during our office hours:{' '}
            <HoursLine hours={firm.hours} />
          </p>
        ) : null}
      </section>
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
    </>
  );
}
