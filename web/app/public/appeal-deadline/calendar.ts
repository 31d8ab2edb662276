import { isDomainError } from '@claimdesk/api/domain-error';
import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { siteContext } from '#web/app/context.ts';
import { calendarFile } from '#web/app/ui/files/calendar-file.ts';
import type { Route } from './+types/calendar';

/** The last day to appeal as a file for calendars: `/appeal-deadline.ics?letter=2024-11-10`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const letter = readLetter(url.searchParams.get('letter'));
  try {
    const deadline = await api.deadlines.appeal({ letter });
    const { phone } = await api.content.layout();
    const file = calendarFile({
      day: deadline.lastDay,
      uid: `appeal-of-${deadline.letter}@${new URL(origin).hostname}`,
      url: `${origin}/appeal-denial`,
      summary: 'Last day to appeal to Social Security',
      description: [
        `For the letter dated ${longDateWithWeekday(deadline.letter)}. Send the appeal before this day and keep proof.`,
        `Questions? Call ${phone}.`,
        'This date is a guide. Social Security decides if an appeal is in time.',
      ].join('\n'),
      madeAt: new Date(),
    });
    return answer(file, 200, 'text/calendar; charset=utf-8', {
      'content-disposition': 'attachment; filename="appeal-deadline.ics"',
    });
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'bad-input') throw error;
    return answer(`${error.message}.\n`, 400, 'text/plain; charset=utf-8');
  }
}

function answer(body: string, status: number, type: string, more: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...more },
  });
}

/** @returns the parts of `YYYY-MM-DD`; empty ones for anything else, which the procedure then refuses. */
function readLetter(text: string | null): { year: string; month: string; day: string } {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  return { year, month, day };
}
