import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { createClient } from './create-client.ts';

/**
 * Registers a client (SPEC section 2, Client registration).
 *
 * That a number is registered already is said only after everything else was checked and counted (SECURITY.md).
 *
 * @param answers of the form `client-registration`, as they were posted. @param address where they came from.
 * @throws DomainError `bad-input` with a sentence per field, `too-many`, `conflict` when the number has an account.
 */
export async function register(
  answers: unknown,
  address: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>,
): Promise<void> {
  const definition = getForm('client-registration');
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    throw new DomainError('bad-input', text, { title, fields: checked.errors });
  }
  const { ssn, date_of_birth: dateOfBirth, pin } = checked.answers;
  await deps.limits.reserve('clientRegistration', address);
  await deps.limits.reserve('clientRegistrationOfSsn', String(ssn));
  try {
    await createClient({ ssn: String(ssn), dateOfBirth: String(dateOfBirth), pin: String(pin) }, deps);
  } catch (error) {
    // Somebody who learns who our clients are shows in the log; which number it was does not.
    if (error instanceof DomainError && error.code === 'conflict')
      deps.log.warn('registration of a registered number');
    throw error;
  }
}
