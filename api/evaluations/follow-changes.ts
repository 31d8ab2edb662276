import type { RequestContext } from '../context.ts';
import type { Session } from '../sessions.ts';
import { lookAtStaffSession } from '../staff/staff-session.ts';

/**
 * Yields the id of every evaluation that arrives or changes, or `unknown`, for as long as the session lasts. An open
 * stream does not prolong the session, and ends with it: when its time is over, and at the next change after Log Out.
 */
export async function* followChanges(
  context: RequestContext & { staff: Session },
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<string> {
  let session: Session | null = context.staff;
  while (session) {
    const over = AbortSignal.timeout(Math.max(0, session.endsAt.getTime() - Date.now()));
    for await (const id of context.deps.evaluationChanges.follow(AbortSignal.any([signal, over]))) {
      if (!(await lookAtStaffSession(context))) return;
      yield id;
    }
    // The site is ending or the screen is gone, and not the session.
    if (!over.aborted) return;
    session = await lookAtStaffSession(context);
    // Something may have happened while nobody followed.
    if (session) yield 'unknown';
  }
}
