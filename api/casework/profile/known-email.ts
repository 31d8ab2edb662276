import { unreadable } from '@claimdesk/forms/answers';
import type { mongo } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import type { SecurityAddress } from '#api/accounts/clients/security-email.ts';
import { listAgreeingContracts, newestContract } from '#api/casework/contracts/match-contracts.ts';
import type { OpenContract } from '#api/casework/contracts/open-contract.ts';
import type { Reading } from '#api/platform/deps.ts';
import { mailboxOf } from '#api/platform/email/recipient-limit.ts';
import { hasConsent } from './consents.ts';
import { readVerifiedEmails } from './own-email.ts';

/**
 * Email address at which we may write to a client. Anyone who knows a number can register it, so an account that staff have not
 * confirmed has no such address.
 *
 * @returns the client's primary address, or the oldest other one if the primary is not verified, if the client allows email;
 * otherwise, for clients without a verified address, the address on the newest contract that staff linked. An unlinked contract
 * does not count: anyone who knows a number, a name and a date of birth can sign one. Null if there is neither.
 */
export async function knownEmail(account: ClientAccount, deps: Reading): Promise<string | null> {
  if (!account.isConfirmed) return null;
  const [own] = await readVerifiedEmails(account.id, deps);
  if (own) {
    const consent = { client: account.id, kind: 'email', subject: own.subject } as const;
    return (await hasConsent(consent, deps)) ? own.email : null;
  }
  return emailOn(await newestContract('linked', account, deps));
}

/** Contracts whose addresses are used; real accounts have one contract or a few. */
const mostContractEmails = 5;

/**
 * Email addresses to which security notices about an account go: every verified address; if none is verified, the addresses on up
 * to five matching contracts. Some of those may be strangers', but no stranger can divert a notice that goes to all of them.
 */
export async function readSecurityAddresses(
  client: string,
  deps: Reading,
  session: mongo.ClientSession,
): Promise<SecurityAddress[]> {
  const own = await readVerifiedEmails(client, deps, session);
  if (own.length > 0) return own.map(({ email }) => ({ to: email, isVerified: true }));
  const account = await findAccount({ id: client }, deps, session);
  const contracts = account ? await listAgreeingContracts(account, deps) : [];
  const byMailbox = new Map<string, string>();
  for (const email of contracts.map(emailOn).filter((each) => each !== null))
    if (!byMailbox.has(mailboxOf(email))) byMailbox.set(mailboxOf(email), email);
  return [...byMailbox.values()].slice(0, mostContractEmails).map((to) => ({ to, isVerified: false }));
}

function emailOn(contract: OpenContract | undefined): string | null {
  const email = String(contract?.answers.email ?? '');
  return email === '' || email === unreadable ? null : email;
}
