import { unreadable } from '@claimdesk/forms/answers';
import { accountLimits } from '#api/accounts/limits.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import { type AccessRequest, recordChange } from './access-changes.ts';
import { readAccount } from './client-account.ts';
import { enqueueSecurityEmail } from './security-email.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'readFirm' | 'readSecurityAddresses'>;

/**
 * Reads a client's whole Social Security number. The client is notified in the portal and by email. The reason is stored
 * before the number is returned.
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
 * @param holder `id` of the account to notify; null when there is none. `ssn` has nine digits.
 * @returns the number. @throws DomainError `conflict` and `too-many`, see `revealSsn`.
 */
export async function revealNumber(
  holder: { id: string | null; ssn: string },
  request: Pick<AccessRequest, 'reason' | 'staff'>,
  deps: Dependencies,
): Promise<string> {
  if (holder.ssn === unreadable)
    throw new DomainError('conflict', 'The number of this record can no longer be read.');
  await deps.limits.reserve(accountLimits.staffReveal, request.staff);
  const email = writeRevealed(await deps.readFirm());
  await inTransaction(deps.portal, async (session) => {
    await recordChange('revealed', request, holder, deps, session);
    if (holder.id === null) return;
    const addresses = await deps.readSecurityAddresses(holder.id, session);
    await enqueueSecurityEmail({ kind: 'number-revealed', email, addresses }, deps, session);
  });
  deps.log.info('client number revealed', { staff: request.staff });
  return holder.ssn;
}

/** Gives neither name nor reason: other people may read the client's mail. */
function writeRevealed(firm: Firm): WrittenEmail {
  return writeEmail({
    firm,
    subject: 'Our office opened your Social Security number',
    heading: 'Our office opened your Social Security number',
    paragraphs: [
      'Somebody in our office looked at your whole Social Security number. Most of the time we see its last four digits only. When we open all of it, we write down why, and we tell you.',
      'You do not need to do anything. When you log in to the client portal, Activity shows each time.',
      `If you have a question about this, call us${firm.phone ? ` at ${firm.phone}` : ''}.`,
    ],
  });
}
