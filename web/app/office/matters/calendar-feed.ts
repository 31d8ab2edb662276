import { isDomainError } from '@claimdesk/api/domain-error';
import { siteContext } from '#web/app/context.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { calendarFeed } from '#web/app/ui/files/calendar-file.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/calendar-feed';
import { matterPath } from './addresses.ts';
import { levels } from './matter-words.ts';

/** What a member of staff has to do, for calendar apps. The secret is in the query, which no log keeps: `/admin/calendar.ics?key=…`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  try {
    const duties = await api.matters.feed({ secret: url.searchParams.get('key') ?? '' });
    const madeAt = new Date();
    const events = duties.map((duty) => toEvent(duty, { origin, madeAt }));
    return answer(calendarFeed('What you have to do', events), 200, 'text/calendar; charset=utf-8');
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // One that is too long is that of nobody, too.
    const { status, text } = refusalOf(error);
    const isNone = error.code === 'bad-input' || error.code === 'not-found';
    return answer(
      `${isNone ? 'There is no calendar here.' : text}\n`,
      isNone ? 404 : status,
      'text/plain; charset=utf-8',
    );
  }
}

type NamelessDuty = Outputs['matters']['feed'][number];

function toEvent(
  { id, matter, level, title, due, appointment }: NamelessDuty,
  { origin, madeAt }: { origin: string; madeAt: Date },
) {
  const about = `${levels[level]}, ${matter}`;
  return {
    day: due,
    at: appointment?.at ?? null,
    uid: `${id}@${new URL(origin).hostname}`,
    url: origin + matterPath(matter),
    summary: `${title} (${about})`,
    description: appointment ? `${appointment.text}\n${about}` : about,
    madeAt,
  };
}

/** A copy that a cache keeps would outlive the address. */
function answer(body: string, status: number, type: string): Response {
  return new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } });
}
