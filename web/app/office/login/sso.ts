import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { nextPath } from '#web/app/office/back-office.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/sso';

/**
 * Redirects to the single sign-on provider. It is a link, because our content security policy lets no form redirect to
 * another site.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const next = nextPath(url.searchParams.get('next'), origin);
  throw redirect(await answerOf(api.staff.beginSingleSignOn({ next, again: url.searchParams.has('again') })));
}
