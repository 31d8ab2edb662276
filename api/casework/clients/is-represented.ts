import { findAccount } from '#api/accounts/clients/client-account.ts';
import { readClientSession } from '#api/accounts/clients/client-session.ts';
import { matchContracts } from '#api/casework/contracts/match-contracts.ts';
import type { RequestContext } from '#api/platform/context.ts';

/**
 * @returns whether the request comes from a signed-in client whose account is confirmed and whose contract we have: only
 * everybody else may read that we do not represent them yet.
 */
export async function isRepresented(context: RequestContext): Promise<boolean> {
  const session = await readClientSession(context);
  const account = session && (await findAccount({ id: session.userId }, context.deps));
  if (!account?.isConfirmed) return false;
  return (await matchContracts(account, context.deps)).same.length > 0;
}
