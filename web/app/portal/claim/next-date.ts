import { claimDateKinds } from '@claimdesk/api/claim-steps';
import { redirect } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { claimPath } from '#web/app/portal/portal.ts';
import { calendarFile } from '#web/app/ui/files/calendar-file.ts';
import type { Route } from './+types/next-date';

/** The next date of the claim as a file for calendars, which other people may see: it contains no more than the kind of date. */
export function loader(page: Route.LoaderArgs) {
  // After logging in, go to the page: a download would leave the login page open.
  return forClient({ ...page, url: new URL(claimPath, page.url) }, async ({ api, origin }) => {
    const [claim, { phone }] = await Promise.all([api.claims.mine(), api.content.layout()]);
    const next = claim.state === 'set' ? claim.next : null;
    if (!next) throw redirect(claimPath);
    const file = calendarFile({
      day: next.day,
      at: next.at,
      uid: `${next.kind}-${next.event.id}@${new URL(origin).hostname}`,
      sequence: next.event.sequence,
      url: origin + claimPath,
      summary: claimDateKinds[next.kind],
      description: `Log in to the client portal to read more.\nQuestions? Call ${phone}.`,
      madeAt: new Date(),
    });
    return new Response(file, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="next-date.ics"',
        'cache-control': 'no-store',
      },
    });
  });
}
