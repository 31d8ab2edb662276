import { getForm } from '@claimdesk/forms/registry';
import { accountLimits } from '#api/accounts/limits.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { networkOf } from '#api/platform/limits/network-of.ts';
import { isProven } from '#api/platform/robots/refuse-robots.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { createClient, registrationFailed } from './create-client.ts';
import { withFormError } from './with-form-error.ts';

/**
 * Registers a client. Nobody is refused because of other people's registrations, however many: a browser sends a proof of
 * work, and a visitor without script may register without one a few times an hour per network.
 *
 * That a number is already registered is revealed only after everything else was checked and counted.
 *
 * @param answers of the form `client-registration`, as posted. @param token of the page: sending the same number from it again
 * needs no new proof. @param proof see `openForm`; empty when there is none.
 * @throws DomainError `bad-input` with a sentence per field, `too-many`, `conflict` when the number has an account.
 */
export async function register(
  { answers, token, proof }: { answers: unknown; token: string; proof: string },
  { address, deps }: Pick<RequestContext, 'address' | 'deps'>,
): Promise<void> {
  const { ssn, date_of_birth: dateOfBirth, pin } = requireValid(getForm('client-registration'), answers);
  await withFormError(registrationFailed, deps, async () => {
    await deps.limits.reserve(accountLimits.clientRegistration, address);
    await deps.limits.reserve(accountLimits.clientRegistrationOfSsn, `${ssn} ${networkOf(address)}`);
    const purpose = 'client-registration';
    const by = fingerprint(deps.keys.fingerprints, purpose, `${token} ${ssn}`);
    if (!(await isProven({ proof, purpose, by }, { deps })))
      await deps.limits.reserve(accountLimits.unprovenRegistration, address);
  });
  try {
    await createClient({ ssn: String(ssn), dateOfBirth: String(dateOfBirth), pin: String(pin) }, deps);
  } catch (error) {
    // The log shows that someone is probing for our clients, but not which number it was.
    if (error instanceof DomainError && error.code === 'conflict')
      deps.log.warn('registration of a registered number');
    throw error;
  }
}
