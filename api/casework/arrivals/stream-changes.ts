import type { RequestSession } from '#api/accounts/sign-in-cookies.ts';
import { readStaffSessionAgain } from '#api/accounts/staff/staff-session.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { type Change, unknownChange } from './watch-submissions.ts';

/** Only the visible page holds a stream open, and a browser allows six. */
const maxPerSession = 6;
const maxPerAccount = 60;

/** Streams open in this process, by session and by account; per process, since the memory they use is its own. */
const open = new Map<string, number>();

/** @returns the function that releases the stream. @throws DomainError `too-many` at the limit of session or account. */
function acquireStream(context: RequestContext & { staff: RequestSession }): () => void {
  const limits = [
    { key: `session:${hashSecret(context.staff.secret)}`, max: maxPerSession },
    { key: `account:${context.staff.userId}`, max: maxPerAccount },
  ];
  if (limits.some(({ key, max }) => (open.get(key) ?? 0) >= max)) {
    throw new DomainError('too-many', 'This page is open too many times. Close some of the others.');
  }
  for (const { key } of limits) open.set(key, (open.get(key) ?? 0) + 1);
  return () => {
    for (const { key } of limits) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}

/**
 * Yields every submission that arrives or changes, or `unknown`, while the session lasts. An open stream does not extend
 * the session and ends with it: when it expires, and at the next change after Log Out.
 *
 * @throws DomainError `too-many` above 6 streams per session or 60 per account.
 */
export async function* streamChanges(
  context: RequestContext & { staff: RequestSession },
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Change> {
  const release = acquireStream(context);
  try {
    yield* followSession(context, signal);
  } finally {
    release();
  }
}

async function* followSession(
  context: RequestContext & { staff: RequestSession },
  signal: AbortSignal,
): AsyncGenerator<Change> {
  let session: RequestSession | null = context.staff;
  while (session) {
    const expired = AbortSignal.timeout(Math.max(0, session.endsAt.getTime() - Date.now()));
    for await (const change of context.deps.submissionChanges.follow(AbortSignal.any([signal, expired]))) {
      if (!(await readStaffSessionAgain(context))) return;
      yield change;
    }
    // The site is shutting down or the page was closed; the session did not expire.
    if (!expired.aborted) return;
    session = await readStaffSessionAgain(context);
    // Changes may have been missed between two streams.
    if (session) yield unknownChange;
  }
}
