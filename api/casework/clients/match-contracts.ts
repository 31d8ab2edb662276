import { unreadable } from '@claimdesk/forms/answers';
import { foldText } from '@claimdesk/forms/declared-rules';
import { type mongo, trusted } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import { type Contract, contractModel } from '#api/casework/contracts/contract.model.ts';
import { type OpenContract, showContract } from '#api/casework/contracts/open-contract.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import {
  findLinkedClients,
  type LinkedRecord,
  readLinkStates,
  readLinks,
  type ShownLink,
} from './client-links.ts';

/** More than anybody signs for themselves; but whoever knows a number can sign with it as often as they like. */
const mostContracts = 50;

export interface MatchedContracts {
  /** Those that the client signed, newest first. */
  same: OpenContract[];
  /** Those that have the client's number, but not the same name and date of birth, newest first. */
  different: OpenContract[];
  /** The name that a contract of the client has; undefined where that is not known. */
  expectedName: string | undefined;
  /** What staff said about contracts, by their ids. */
  links: Map<string, ShownLink>;
  /** Whether the number has older contracts, which were not compared. */
  more: boolean;
}

type Account = Pick<ClientAccount, 'id' | 'ssn' | 'name' | 'dateOfBirth'>;
type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/**
 * Finds the contracts that a client signed: those with the same Social Security number, name and date of birth, unless staff
 * said that one is somebody else's, and those that staff linked to the client. Whoever knows a number can register it or
 * sign with it, so a contract that has the number alone is never taken for the client's.
 *
 * An account without a name takes the one on the contracts that have its number and date of birth, if that is the same on
 * all of them; if they differ, none of them is taken for the client's. What can't be decrypted matches nothing.
 */
export async function matchContracts(
  account: Account,
  deps: Dependencies,
  session: mongo.ClientSession | null = null,
): Promise<MatchedContracts> {
  // One after the other: a transaction does one thing at a time.
  const links = await readLinks(account.id, 'contract', deps, session);
  const found = await findByNumber(account.ssn, 'newest', deps, session);
  const linked = await readLinked([...links.values()], deps, session);
  return { ...(await compare(account, { found, links, linked }, deps)), links };
}

/** @returns the contracts with a number: of too many the newest or the oldest, which come first. */
function findByNumber(
  ssn: string,
  first: 'newest' | 'oldest',
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<Contract[]> {
  const order = first === 'newest' ? -1 : 1;
  return (
    contractModel(portal)
      .find(lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'ssn', ssn)))
      // Else the database may prefer to go through all contracts in the order of the list.
      .hint({ 'ssn_lookup.h': 1 })
      .sort({ signed_at: order, _id: order })
      .limit(mostContracts + 1)
      .session(session)
      .lean<Contract[]>()
  );
}

/**
 * Finds by the same rule the names on the contracts that the clients of a page signed, in as many reads for many clients as
 * for one.
 *
 * @returns the name on the newest contract of each client who signed any, by the client's id.
 */
export async function namesOnContracts(
  accounts: readonly Account[],
  deps: Dependencies,
): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map();
  const ids = accounts.map(({ id }) => id);
  const [links, found] = await Promise.all([
    readLinkStates(ids, 'contract', deps),
    findSigned(accounts, deps),
  ]);
  const linked = await readLinked(
    [...links.values()].flatMap((each) => [...each.values()]),
    deps,
  );
  const named = accounts.map(async (account) => {
    const own = links.get(account.id) ?? new Map<string, LinkedRecord>();
    const ofClient = {
      // Of a number that far too many contracts were signed with, the newest are looked for on their own.
      found: found?.get(account.id) ?? [],
      links: own,
      linked: linked.filter(({ _id }) => own.get(_id.toHexString())?.state === 'linked'),
    };
    const { same } = found ? await compare(account, ofClient, deps) : await matchContracts(account, deps);
    return same[0] ? [[account.id, String(same[0].answers.signature_name)] as const] : [];
  });
  return new Map((await Promise.all(named)).flat());
}

/**
 * @returns the contracts with the numbers of accounts, of each the newest first, by the accounts' ids; null where somebody signed
 * so many with one of the numbers that they can't all be read at once.
 */
async function findSigned(
  accounts: readonly Account[],
  { portal, keys }: Dependencies,
): Promise<Map<string, Contract[]> | null> {
  const lookups = accounts.map(({ id, ssn }) => ({ id, own: lookupHashes(keys.lookups, 'ssn', ssn) }));
  const most = mostContracts * accounts.length;
  const found = await contractModel(portal)
    .find(
      lookupFilter(
        'ssn_lookup',
        lookups.flatMap(({ own }) => own),
      ),
    )
    .hint({ 'ssn_lookup.h': 1 })
    .limit(most + 1)
    .lean<Contract[]>();
  if (found.length > most) return null;
  const newest = found.sort((one, other) => newestFirst({ contract: one }, { contract: other }));
  return new Map(
    lookups.map(({ id, own }) => {
      const hashes = new Set(own.map(({ h }) => h));
      return [id, newest.filter(({ ssn_lookup }) => ssn_lookup.some(({ h }) => hashes.has(h)))];
    }),
  );
}

interface Compared {
  /** Those with the client's number, newest first. */
  found: Contract[];
  links: Map<string, LinkedRecord>;
  /** Those that staff linked to the client. */
  linked: Contract[];
}

async function compare(
  { name, dateOfBirth }: Account,
  { found, links, linked }: Compared,
  deps: Dependencies,
): Promise<Omit<MatchedContracts, 'links'>> {
  const compared = found.slice(0, mostContracts).filter(({ _id }) => !links.has(_id.toHexString()));
  const [opened, openLinked] = await Promise.all([openAll(compared, deps), openAll(linked, deps)]);
  const named = opened.filter(
    ({ answers }) =>
      answers.date_of_birth === dateOfBirth && ![dateOfBirth, answers.signature_name].includes(unreadable),
  );
  const names = new Set(named.map(nameOn));
  const [onlyName] = names.size === 1 ? names : [];
  const expected = name === null ? onlyName : foldText(name);
  const isSame = (contract: OpenContract) => named.includes(contract) && nameOn(contract) === expected;
  return {
    same: [...opened.filter(isSame), ...openLinked].sort(newestFirst),
    different: opened.filter((contract) => !isSame(contract)),
    expectedName: expected,
    more: found.length > mostContracts,
  };
}

async function readLinked(
  links: readonly LinkedRecord[],
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession | null = null,
): Promise<Contract[]> {
  const ids = links.filter(({ state }) => state === 'linked').map(({ record }) => record);
  if (ids.length === 0) return [];
  return contractModel(portal)
    .find({ _id: trusted({ $in: ids }) })
    .session(session)
    .lean<Contract[]>();
}

function openAll(contracts: Contract[], deps: Dependencies): Promise<OpenContract[]> {
  return Promise.all(contracts.map((contract) => showContract(contract, deps)));
}

type Signed = Pick<OpenContract, 'contract'>;

function newestFirst({ contract: one }: Signed, { contract: other }: Signed): number {
  return (
    other.signed_at.getTime() - one.signed_at.getTime() || (String(other._id) < String(one._id) ? -1 : 1)
  );
}

/** How sure it is that a contract is the client's: staff linked it; or staff did, or gave the account the name that is on it. */
type Belonging = 'linked' | 'own';

/**
 * Finds the contract that something is read from for the client. Staff can link one with another number or date of birth to a
 * client; by mistake it would be somebody else's, so it stays with staff.
 *
 * @returns the newest one that staff linked, with the same number and date of birth; where there is none, the newest one that
 * belongs otherwise, or undefined. So whoever signs in the client's name later does not take its place.
 */
export async function newestContract(
  belonging: Belonging,
  account: Pick<ClientAccount, 'id' | 'ssn' | 'name' | 'dateOfBirth'>,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<OpenContract | undefined> {
  const { ssn, dateOfBirth } = account;
  if ([ssn, dateOfBirth].includes(unreadable)) return undefined;
  const { same, links } = await matchContracts(account, deps);
  const exact = same.filter(({ answers }) => answers.ssn === ssn && answers.date_of_birth === dateOfBirth);
  const linked = exact.find(({ contract }) => links.get(contract._id.toHexString())?.state === 'linked');
  return linked ?? (belonging === 'own' && account.name !== null ? exact[0] : undefined);
}

/**
 * Finds the contracts with a client's number and date of birth that may be the client's: those that staff linked, then those that
 * agree with the name of the account, if it has one, each the oldest first. Anybody who knows number and date of birth can sign
 * one that agrees; but they can't take the place of one that was signed before, nor of one that was linked.
 */
export async function listAgreeingContracts(account: Account, deps: Dependencies): Promise<OpenContract[]> {
  const { id, ssn, name, dateOfBirth } = account;
  if ([ssn, dateOfBirth].includes(unreadable)) return [];
  const links = (await readLinkStates([id], 'contract', deps)).get(id) ?? new Map<string, LinkedRecord>();
  const [linked, signed] = await Promise.all([
    readLinked([...links.values()], deps),
    findByNumber(ssn, 'oldest', deps),
  ]);
  const others = signed.slice(0, mostContracts).filter(({ _id }) => !links.has(_id.toHexString()));
  const [openLinked, opened] = await Promise.all([openAll(linked, deps), openAll(others, deps)]);
  return [
    ...openLinked.sort((one, other) => newestFirst(other, one)),
    ...opened.filter((each) => name === null || nameOn(each) === foldText(name)),
  ].filter(({ answers }) => answers.ssn === ssn && answers.date_of_birth === dateOfBirth);
}

function nameOn({ answers }: OpenContract): string {
  return foldText(String(answers.signature_name));
}

/** What of a contract is not what the account says. */
type Difference = 'number' | 'name' | 'dateOfBirth';

/** A registered client to whom a contract may belong, or does by the word of staff, and what speaks against it. */
export interface ContractDoubt {
  client: string;
  differs: Difference[];
}

interface ContractOwner {
  /** The id of the registered client who signed it, by the same rule; null when there is none. */
  client: string | null;
  /** Null where nothing is in doubt. */
  doubt: ContractDoubt | null;
}

/** @returns the registered client who signed a contract. */
export async function findOwnerOf(
  opened: OpenContract,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
  session: mongo.ClientSession | null = null,
): Promise<ContractOwner> {
  const { contract, answers } = opened;
  const record = contract._id.toHexString();
  const linked = (await findLinkedClients([contract._id], deps, session)).get(record);
  // A link lasts up to a day longer than its client's account.
  const owner = linked === undefined ? null : await findAccount({ id: linked }, deps, session);
  if (owner) {
    const name = owner.name === null ? undefined : foldText(owner.name);
    const differs = differencesOf(opened, owner, name);
    return { client: owner.id, doubt: differs.length > 0 ? { client: owner.id, differs } : null };
  }
  const account = await findAccount({ ssn: String(answers.ssn) }, deps, session);
  if (!account) return { client: null, doubt: null };
  const { same, links, expectedName } = await matchContracts(account, deps, session);
  if (same.some((each) => each.contract._id.equals(contract._id))) return { client: account.id, doubt: null };
  // Staff said that it is somebody else's.
  if (links.has(record)) return { client: null, doubt: null };
  const differs = differencesOf(opened, account, expectedName);
  // The account has no name, and contracts with its number and date of birth have several.
  return { client: null, doubt: { client: account.id, differs: differs.length > 0 ? differs : ['name'] } };
}

/** @param name that of the account, folded; undefined where it is not known, so that no name differs from it. */
function differencesOf(
  opened: OpenContract,
  { ssn, dateOfBirth }: Pick<ClientAccount, 'ssn' | 'dateOfBirth'>,
  name: string | undefined,
): Difference[] {
  const { answers } = opened;
  return [
    ...(answers.ssn === ssn ? [] : (['number'] as const)),
    ...(name === undefined || nameOn(opened) === name ? [] : (['name'] as const)),
    ...(answers.date_of_birth === dateOfBirth ? [] : (['dateOfBirth'] as const)),
  ];
}

/** @returns the id of the registered client who signed a contract; null when there is none. */
export async function findClientOf(
  opened: OpenContract,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<string | null> {
  return (await findOwnerOf(opened, deps)).client;
}
