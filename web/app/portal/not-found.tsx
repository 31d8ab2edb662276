import { data, Link, redirect } from 'react-router';
import { callMeHref } from '#web/app/ui/pages/navigation.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/not-found';
import { forClient } from './client-request.server.ts';
import {
  addressPath,
  contactsPath,
  emailsPath,
  phonesPath,
  portal,
  portalPages,
  treatmentPath,
} from './portal.ts';

/** Earlier addresses of pages: bookmarks and emails already sent still use them. */
const earlierAddresses: Readonly<Record<string, string>> = {
  'mailing-address': addressPath,
  'phone-numbers': phonesPath,
  'email-addresses': emailsPath,
  'email-addresses/verify': `${emailsPath}/verify`,
  'emergency-contacts': contactsPath,
  'medical-treatment': treatmentPath,
};

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    // Requires a session: nobody else learns which pages exist.
    await api.clients.me();
    const moved = earlierAddresses[page.params['*']];
    if (moved) throw redirect(`${moved}${page.url.search}`, 301);
    return data(null, { status: 404 });
  });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'This page is not here, Client Portal',
    description: 'The portal for clients.',
    path: portal.firstPage,
    hidden: true,
  });

/** Every address of the portal without a page of its own: helpful links instead of an error. */
export default function NotFound() {
  return (
    <>
      <h1>This page is not here</h1>
      <p className="prose">
        The address may be mistyped, or the page has moved. You are still logged in. What you entered is safe.
      </p>
      <section className="prose" aria-labelledby="pages">
        <h2 id="pages">What you can do here</h2>
        <ul className="portal-pages">
          {portalPages.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
        </ul>
        <p>
          You did not find it? <a href={callMeHref}>Let us call you</a>
        </p>
      </section>
    </>
  );
}
