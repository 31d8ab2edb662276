import { getForm } from '@claimdesk/forms/registry';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { makeSecret } from '../keys/fingerprint.ts';
import { checkFormToken, makeFormToken } from '../keys/form-token.ts';
import { makeChallenge } from '../robots/challenge.ts';
import { guessingNow } from './sign-in-failures.ts';

/** The forms that whoever is not signed in fills in. */
export type ClientForm = 'client-login' | 'client-registration';

/** Holds what the tokens of both forms are bound to; it says nothing about who the visitor is. */
const cookie = 'client-form';
const titles: Record<ClientForm, string> = {
  'client-login': 'Login Failed',
  'client-registration': 'Registration Failed',
};

/**
 * @returns the form, the token that it has to bring along from this browser within a day, and, while somebody guesses at
 * many numbers, a challenge: whoever brings its solution is not slowed down.
 */
export async function openForm(form: ClientForm, { cookies, deps }: RequestContext) {
  let holder = cookies.get(cookie);
  if (!holder) {
    holder = makeSecret();
    cookies.set(cookie, holder, { sameSite: 'Lax' });
  }
  const now = new Date();
  const asksForWork = form === 'client-login' && (await guessingNow(deps)) !== 'none';
  return {
    definition: getForm(form),
    token: makeFormToken(deps.keys.forms, holder, form, now),
    challenge: asksForWork ? await makeChallenge(deps.keys.forms, form, now) : null,
  };
}

/** @throws DomainError `bad-input` without our cookie, `forbidden` when the token is not this browser's or is over. */
export function requireFormToken(
  { form, token }: { form: ClientForm; token: string },
  { cookies, deps }: RequestContext,
): void {
  const holder = cookies.get(cookie);
  const title = titles[form];
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
