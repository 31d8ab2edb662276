import { unreadable } from '@claimdesk/forms/answers';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type AccessRequest, recordChange } from './access-changes.ts';
import { readAccount } from './client-account.ts';

/**
 * Reads a client's whole Social Security number, which the client is told in the portal. The reason is stored before the
 * number leaves.
 *
 * @returns nine digits.
 * @throws DomainError `not-found`, `conflict` when the number can no longer be decrypted, `too-many` after 30 in an hour.
 */
export async function revealSsn(
  request: AccessRequest,
  deps: Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>,
): Promise<string> {
  const account = await readAccount(request, deps);
  if (account.ssn === unreadable)
    throw new DomainError('conflict', 'The number of this account can no longer be read.');
  await deps.limits.reserve('staffReveal', request.staff);
  await inTransaction(deps.portal, (session) => recordChange('revealed', request, account, deps, session));
  deps.log.info('client number revealed', { staff: request.staff });
  return account.ssn;
}
