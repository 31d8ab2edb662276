import { redirect } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { claimPath } from '#web/app/portal/portal.ts';
import { calendarFile } from '#web/app/ui/files/calendar-file.ts';
import type { Route } from './+types/date-file';
import { dayTitles } from './claim-words.ts';

/** A date of the claim as a file for calendars, which other people may see: it contains no more than the kind of date. */
export function loader(page: Route.LoaderArgs) {
  // After logging in, go to the page: a download would leave the login page open.
  return forClient({ ...page, url: new URL(claimPath, page.url) }, async ({ api, origin }) => {
    const [claim, { phone }] = await Promise.all([api.claims.mine(), api.content.layout()]);
    const dates = 'dates' in claim ? claim.dates : [];
    const date = dates.find(({ id, state }) => id === page.params.date && state === 'open');
    if (!date) throw redirect(claimPath);
    const file = calendarFile({
      day: date.day,
      at: date.appointment?.at ?? null,
      uid: `${date.id}@${new URL(origin).hostname}`,
      sequence: date.moved,
      url: origin + claimPath,
      summary: dayTitles[date.kind],
      description: `Log in to the client portal to read more.\nQuestions? Call ${phone}.`,
      madeAt: new Date(),
    });
    return new Response(file, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="date.ics"',
        'cache-control': 'no-store',
      },
    });
  });
}
