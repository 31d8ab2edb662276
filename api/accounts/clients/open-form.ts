import { getForm } from '@claimdesk/forms/registry';
import { accountLimits } from '#api/accounts/limits.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkFormToken, makeFormToken } from '#api/platform/keys/form-token.ts';
import { type ChallengeTime, makeChallenge } from '#api/platform/robots/challenge.ts';
import { ensureFormHolder, readFormHolder } from './client-session.ts';
import { readGuessingLevel } from './sign-in-failures.ts';

/** The forms for visitors who are not signed in. */
export const clientForms = [
  'client-login',
  'client-registration',
  'client-login-reset',
  'client-pin-code',
] as const;
type ClientForm = (typeof clientForms)[number];

/** Multiplies the work while a form is under attack: about six seconds on a cheap phone. */
const attackWorkFactor = 4;

/**
 * @param challenge whether a challenge is made if the form needs one.
 * @returns the form, its token, valid for this browser for a day, and a challenge for the browser to solve: always for
 * registration and a code by email, and for the others while many numbers are being guessed. A sender with the solution is
 * not slowed down.
 */
export async function openForm(
  { form, challenge = 'now' }: { form: ClientForm; challenge?: ChallengeTime | undefined },
  { deps, cookies }: RequestContext,
) {
  const now = new Date();
  const times = await workFactorOf(form, deps);
  return {
    definition: getForm(form),
    token: makeFormToken(deps.keys.forms, ensureFormHolder(cookies), form, now),
    needsProof: times > 0,
    challenge:
      times > 0 && challenge === 'now' ? await makeChallenge(deps.keys.forms, form, now, times) : null,
  };
}

async function workFactorOf(form: ClientForm, deps: Deps): Promise<number> {
  if (form === 'client-pin-code') return 1;
  // In a flood of registrations each costs more work; none is refused because of others.
  if (form === 'client-registration')
    return (await deps.limits.pressure(accountLimits.clientRegistration)) === 'high' ? attackWorkFactor : 1;
  return { none: 0, high: 1, attack: attackWorkFactor }[await readGuessingLevel(deps)];
}

/**
 * @throws DomainError `bad-input` when the browser did not keep our cookie, `forbidden` when the token is another browser's or
 * expired.
 */
export function requireFormToken(
  form: ClientForm,
  token: string,
  { cookies, deps }: Pick<RequestContext, 'cookies' | 'deps'>,
): void {
  const holder = readFormHolder(cookies);
  const title = getForm(form).ui.submitErrorTitle;
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
