import type { ClientAccount } from '#api/accounts/clients/client-account.ts';
import { knownEmail } from '#api/casework/profile/known-email.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';

type Dependencies = Reading & Pick<Deps, 'settings' | 'readFirm'>;

/**
 * How a client is notified of an update. `no-address` and `unconfirmed` clients get no email, and unconfirmed ones don't see the
 * update either.
 */
export type ClaimNews = 'email' | 'no-address' | 'unconfirmed';

/** @returns how the client would be notified of an update now. */
export async function readClaimNews(account: ClientAccount, deps: Reading): Promise<ClaimNews> {
  return claimNews(account, await knownEmail(account, deps));
}

/** @param to where an email about it goes. */
export function claimNews(
  { isConfirmed }: Pick<ClientAccount, 'isConfirmed'>,
  email: string | null,
): ClaimNews {
  if (!isConfirmed) return 'unconfirmed';
  return email === null ? 'no-address' : 'email';
}

/** The email says nothing about the claim, since other people may read the client's mail. @returns null if no address is known. */
export async function newsEmail(account: ClientAccount, deps: Dependencies) {
  const to = await knownEmail(account, deps);
  if (to === null) return null;
  const written = writeEmail({
    firm: await deps.readFirm(),
    subject: 'There is news about your claim',
    heading: 'There is news about your claim',
    paragraphs: ['Log in to read it.', 'We never ask for your Social Security number or your PIN by email.'],
    action: { label: 'Where is my claim', url: `${deps.settings.PUBLIC_URL}/client-portal/claim` },
  });
  return { kind: 'claim-news' as const, to, ...written };
}
