import { unreadable } from '@claimdesk/forms/answers';
import type { ClientAccount } from '#api/accounts/clients/client-account.ts';
import { hasConsent } from '#api/casework/profile/consents.ts';
import { readOwnEmail } from '#api/casework/profile/own-email.ts';
import type { Deps } from '#api/platform/deps.ts';
import { newestOwnContract } from './match-contracts.ts';

/**
 * Where we may write to a client. Whoever knows a number can register it, so an account that staff have not confirmed has
 * no such address.
 *
 * @returns the client's own primary address once it is verified, if the client allows it; for who has none, the address on
 * the newest contract that the client signed; null where there is neither.
 */
export async function knownEmail(
  account: ClientAccount,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<string | null> {
  if (account.confirmBy !== null) return null;
  const own = await readOwnEmail(account.id, deps);
  if (own) {
    const asked = { client: account.id, kind: 'email', subject: own.subject } as const;
    return (await hasConsent(asked, deps)) ? own.email : null;
  }
  const contract = await newestOwnContract(account, deps);
  const email = String(contract?.answers.email ?? '');
  return email === '' || email === unreadable ? null : email;
}
