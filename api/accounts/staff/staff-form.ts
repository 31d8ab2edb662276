import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkFormToken, makeFormToken } from '#api/platform/keys/form-token.ts';

/** One token serves all forms of a page: anyone who sees the page may use all of them. */
const form = 'staff';

/** @returns the token for the forms on a page of the signed-in user; it ends with the session of this secret. */
export function makeStaffFormToken(sessionSecret: string, { keys }: Pick<Deps, 'keys'>): string {
  return makeFormToken(keys.forms, sessionSecret, form, new Date());
}

/**
 * @throws DomainError `forbidden` when the token is not from a page of this session, or older than a day: the form may then
 * come from elsewhere, such as an uploaded file on our own origin.
 */
export function requireStaffForm(
  { token, sessionSecret }: { token: string; sessionSecret: string },
  { keys }: Pick<Deps, 'keys'>,
): void {
  if (checkFormToken(keys.forms, token, sessionSecret, form, new Date())) return;
  const text =
    'This page is older than your session, so nothing was changed. Load it again, then try once more.';
  throw new DomainError('forbidden', text);
}
