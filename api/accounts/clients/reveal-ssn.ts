import { unreadable } from '@claimdesk/forms/answers';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type AccessRequest, recordChange } from './access-changes.ts';
import { readAccount } from './client-account.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>;

/**
 * Reads a client's whole Social Security number, which the client is told in the portal. The reason is stored before the
 * number leaves.
 *
 * @returns nine digits.
 * @throws DomainError `not-found`, `conflict` when the number can no longer be decrypted, `too-many` after 30 in an hour.
 */
export async function revealSsn(request: AccessRequest, deps: Dependencies): Promise<string> {
  return revealNumber(await readAccount(request, deps), request, deps);
}

/**
 * Reveals a number that was read already, from an account or from a signed contract.
 *
 * @param holder `id` is that of the client's account, who is told; null when there is none. `ssn` has nine digits.
 * @returns the number. @throws DomainError `conflict` and `too-many`, see `revealSsn`.
 */
export async function revealNumber(
  holder: { id: string | null; ssn: string },
  request: Pick<AccessRequest, 'reason' | 'staff'>,
  deps: Dependencies,
): Promise<string> {
  if (holder.ssn === unreadable)
    throw new DomainError('conflict', 'The number of this record can no longer be read.');
  await deps.limits.reserve('staffReveal', request.staff);
  await inTransaction(deps.portal, (session) => recordChange('revealed', request, holder, deps, session));
  deps.log.info('client number revealed', { staff: request.staff });
  return holder.ssn;
}
