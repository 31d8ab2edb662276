import type { RequestContext } from '../context.ts';
import type { Session } from '../sessions.ts';
import { lookAtStaffSession } from '../staff/staff-session.ts';
import { type Change, unknownChange } from './watch-submissions.ts';

/**
 * Yields every submission that arrives or changes, or `unknown`, for as long as the session lasts. An open stream does
 * not prolong the session, and ends with it: when its time is over, and at the next change after Log Out.
 */
export async function* followChanges(
  context: RequestContext & { staff: Session },
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Change> {
  let session: Session | null = context.staff;
  while (session) {
    const over = AbortSignal.timeout(Math.max(0, session.endsAt.getTime() - Date.now()));
    for await (const change of context.deps.submissionChanges.follow(AbortSignal.any([signal, over]))) {
      if (!(await lookAtStaffSession(context))) return;
      yield change;
    }
    // The site is ending or the screen is gone, and not the session.
    if (!over.aborted) return;
    session = await lookAtStaffSession(context);
    // Something may have happened while nobody followed.
    if (session) yield unknownChange;
  }
}
