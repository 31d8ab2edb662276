import { unreadable } from '@claimdesk/forms/answers';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { type mongo, type Types, trusted } from 'mongoose';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { matchContracts } from '#api/casework/contracts/match-contracts.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import type { Reading } from '#api/platform/deps.ts';
import { makeMatter } from './make-matter.ts';
import { type Matter, mattersCollection } from './matter.model.ts';
import type { MatterPerson } from './person.ts';

/**
 * Opens a matter for a client, in the caller's transaction, unless there is one already: of a contract that is the client's, or of the
 * account itself.
 *
 * @returns the number of the client's newest matter.
 */
export async function openMatterOf(
  client: string,
  deps: Reading & CountingContext,
  session: mongo.ClientSession,
): Promise<string> {
  const account = await readAccount({ id: client }, deps, session);
  const [newest] = await listMattersOf(account, deps, session);
  if (newest) return newest._id;
  return makeMatter(
    {
      person: personOf(account),
      facts: { kind: 'opened', day: easternToday() },
      ...{ source: 'client', by: 'client', at: new Date(), client },
      isSample: account.isSample,
    },
    deps,
    session,
  );
}

/** @returns the matters of a client, newest first: those of the contracts that are the client's, and the account's own. */
export async function listMattersOf(
  account: ClientAccount,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<Matter[]> {
  const { same } = await matchContracts(account, deps, session);
  const contracts = same.map(({ contract }) => contract._id);
  return findMatters({ client: account.id, contracts }, deps, session);
}

/** @returns the matters of an account and of these contracts, newest first. */
export function findMatters(
  { client, contracts }: { client: string; contracts: readonly Types.ObjectId[] },
  { portal }: Pick<Reading, 'portal'>,
  session: mongo.ClientSession | null = null,
): Promise<Matter[]> {
  return mattersCollection
    .model(portal)
    .find({ $or: [{ contract: trusted({ $in: contracts }) }, { client_id: client }] })
    .sort({ opened_at: -1, _id: -1 })
    .session(session)
    .lean<Matter[]>();
}

function personOf({ firstName, lastName, dateOfBirth, ssn }: ClientAccount): MatterPerson {
  const known = (text: string | null) => (text === null || text === unreadable ? '' : text);
  return {
    firstName: known(firstName),
    lastName: known(lastName),
    dateOfBirth: known(dateOfBirth),
    ssn: known(ssn),
    address: '',
    phones: [],
    email: '',
  };
}
