import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { makeSecret } from '../keys/fingerprint.ts';
import { checkFormToken, makeFormToken } from '../keys/form-token.ts';

/** The forms that whoever is not signed in fills in. */
export type ClientForm = 'client-login' | 'client-registration';

/** Holds what the tokens of both forms are bound to; it says nothing about who the visitor is. */
const cookie = 'client-form';
const tokenName: Record<ClientForm, { title: string }> = {
  'client-login': { title: 'Login Failed' },
  'client-registration': { title: 'Registration Failed' },
};

/** @returns the token that the form has to bring along from this browser, within a day. */
export function makeClientFormToken(form: ClientForm, { cookies, deps }: RequestContext): string {
  let holder = cookies.get(cookie);
  if (!holder) {
    holder = makeSecret();
    cookies.set(cookie, holder, { sameSite: 'Lax' });
  }
  return makeFormToken(deps.keys.forms, holder, form, new Date());
}

/** @throws DomainError `bad-input` without our cookie, `forbidden` when the token is not this browser's or is over. */
export function requireClientFormToken(
  { form, token }: { form: ClientForm; token: string },
  { cookies, deps }: RequestContext,
): void {
  const holder = cookies.get(cookie);
  const { title } = tokenName[form];
  if (!holder) {
    const text =
      'Your browser did not keep our cookie. Allow cookies for this site, load this page again and try once more, or call us.';
    throw new DomainError('bad-input', text, { title });
  }
  if (!checkFormToken(deps.keys.forms, token, holder, form, new Date())) {
    const text = 'This page was open for a long time. Please press the button again.';
    throw new DomainError('forbidden', text, { title });
  }
}
