import { unreadable } from '@claimdesk/forms/answers';
import { foldText } from '@claimdesk/forms/declared-rules';
import { trusted } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import { type Contract, contractModel } from '#api/casework/contracts/contract.model.ts';
import { type OpenContract, showContract } from '#api/casework/contracts/open-contract.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { findLinkedClients, readLinks, type ShownLink } from './client-links.ts';

/** More than anybody signs for themselves; but whoever knows a number can sign with it as often as they like. */
const mostContracts = 50;

export interface MatchedContracts {
  /** Those that the client signed, newest first. */
  same: OpenContract[];
  /** Those that have the client's number, but not the same name and date of birth, newest first. */
  different: OpenContract[];
  /** What staff said about contracts, by their ids. */
  links: Map<string, ShownLink>;
  /** Whether the number has older contracts, which were not compared. */
  more: boolean;
}

/**
 * Finds the contracts that a client signed: those with the same Social Security number, name and date of birth, unless staff
 * said that one is somebody else's, and those that staff linked to the client. Whoever knows a number can register it or
 * sign with it, so a contract that has the number alone is never taken for the client's.
 *
 * An account without a name takes the one on the contracts that have its number and date of birth, if that is the same on
 * all of them; if they differ, none of them is taken for the client's. What can't be decrypted matches nothing.
 */
export async function matchContracts(
  { id, ssn, name, dateOfBirth }: Pick<ClientAccount, 'id' | 'ssn' | 'name' | 'dateOfBirth'>,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<MatchedContracts> {
  const [links, found] = await Promise.all([
    readLinks(id, 'contract', deps),
    contractModel(deps.portal)
      .find(lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'ssn', ssn)))
      // Else the database may prefer to go through all contracts in the order of the list.
      .hint({ 'ssn_lookup.h': 1 })
      .sort({ signed_at: -1, _id: -1 })
      .limit(mostContracts + 1)
      .lean<Contract[]>(),
  ]);
  const compared = found.slice(0, mostContracts).filter(({ _id }) => !links.has(_id.toHexString()));
  const [opened, linked] = await Promise.all([openAll(compared, deps), openLinked(links, deps)]);
  const named = opened.filter(
    ({ answers }) =>
      answers.date_of_birth === dateOfBirth && ![dateOfBirth, answers.signature_name].includes(unreadable),
  );
  const names = new Set(named.map(nameOn));
  const [onlyName] = names.size === 1 ? names : [];
  const expected = name === null ? onlyName : foldText(name);
  const isSame = (contract: OpenContract) => named.includes(contract) && nameOn(contract) === expected;
  return {
    same: [...opened.filter(isSame), ...linked].sort(newestFirst),
    different: opened.filter((contract) => !isSame(contract)),
    links,
    more: found.length > mostContracts,
  };
}

async function openLinked(
  links: Map<string, ShownLink>,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<OpenContract[]> {
  const ids = [...links.values()].filter(({ state }) => state === 'linked').map(({ record }) => record);
  if (ids.length === 0) return [];
  const found = await contractModel(deps.portal)
    .find({ _id: trusted({ $in: ids }) })
    .lean<Contract[]>();
  return openAll(found, deps);
}

function openAll(
  contracts: Contract[],
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<OpenContract[]> {
  return Promise.all(contracts.map((contract) => showContract(contract, deps)));
}

function newestFirst({ contract: one }: OpenContract, { contract: other }: OpenContract): number {
  return (
    other.signed_at.getTime() - one.signed_at.getTime() || (String(other._id) < String(one._id) ? -1 : 1)
  );
}

/**
 * Finds the contract that the client may read and be written to about. Staff can link one with another number or date of
 * birth to a client; by mistake it would be somebody else's, so it stays with staff.
 *
 * @returns the newest one of the client's with the same number and date of birth; undefined where there is none.
 */
export async function newestOwnContract(
  account: Pick<ClientAccount, 'id' | 'ssn' | 'name' | 'dateOfBirth'>,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<OpenContract | undefined> {
  const { ssn, dateOfBirth } = account;
  if ([ssn, dateOfBirth].includes(unreadable)) return undefined;
  const { same } = await matchContracts(account, deps);
  return same.find(({ answers }) => answers.ssn === ssn && answers.date_of_birth === dateOfBirth);
}

function nameOn({ answers }: OpenContract): string {
  return foldText(String(answers.signature_name));
}

/** @returns the id of the registered client who signed a contract, by the same rule; null when there is none. */
export async function findClientOf(
  { contract, answers }: OpenContract,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<string | null> {
  const linked = (await findLinkedClients([contract._id], deps)).get(contract._id.toHexString());
  if (linked) return linked;
  const account = await findAccount({ ssn: String(answers.ssn) }, deps);
  if (!account) return null;
  const { same } = await matchContracts(account, deps);
  return same.some((each) => each.contract._id.equals(contract._id)) ? account.id : null;
}
