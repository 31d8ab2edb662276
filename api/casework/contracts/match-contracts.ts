import { unreadable } from '@claimdesk/forms/answers';
import { foldText } from '@claimdesk/forms/declared-rules';
import { type mongo, trusted } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import {
  findLinkedClients,
  type LinkedRecord,
  readLinkStates,
  readLinks,
  type ShownLink,
} from '#api/casework/links/client-links.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { type Contract, contractsCollection } from './contract.model.ts';
import { type OpenContract, showContract } from './open-contract.ts';

/** More than anyone signs for themselves. But anyone who knows a number can sign with it any number of times. */
const mostContracts = 50;

export interface MatchedContracts {
  /** Contracts that the client signed, newest first. */
  same: OpenContract[];
  /** Contracts with the client's number but another name or date of birth, newest first. */
  different: OpenContract[];
  /** The client's name on the contracts; undefined if it is not known. */
  expectedName: string | undefined;
  /** Staff decisions about contracts, by contract id. */
  links: Map<string, ShownLink>;
  /** Whether the number has older contracts, which were not compared. */
  more: boolean;
}

type Account = Pick<ClientAccount, 'id' | 'ssn' | 'name' | 'dateOfBirth'>;

/**
 * Finds the contracts that a client signed: those with the same Social Security number, name and date of birth, unless staff
 * decided that one belongs to another person, and those that staff linked to the client. Anyone who knows a number can register
 * it or sign with it, so the number alone never makes a contract the client's.
 *
 * An account without a name takes the name of the contracts with its number and date of birth, if all of them agree; if they
 * differ, none counts as the client's. Values that can't be decrypted match nothing.
 */
export async function matchContracts(
  account: Account,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<MatchedContracts> {
  // Sequential: a transaction runs one operation at a time.
  const links = await readLinks(account.id, 'contract', deps, session);
  const found = await findByNumber(account.ssn, 'newest', deps, session);
  const linked = await readLinked([...links.values()], deps, session);
  return { ...(await compare(account, { found, links, linked }, deps)), links };
}

/** @returns the contracts with a number; if there are too many, the newest or the oldest of them, in that order. */
function findByNumber(
  ssn: string,
  first: 'newest' | 'oldest',
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<Contract[]> {
  const order = first === 'newest' ? -1 : 1;
  return (
    contractsCollection
      .model(portal)
      .find(lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'contract-ssn', ssn)))
      // Without the hint the database may scan all contracts in sort order.
      .hint({ 'ssn_lookup.h': 1 })
      .sort({ signed_at: order, _id: order })
      .limit(mostContracts + 1)
      .session(session)
      .lean<Contract[]>()
  );
}

/**
 * Finds the names on the signed contracts of several clients, by the same rule, in as many reads as for a single client.
 *
 * @returns the name on the newest contract of each client who signed one, by client id.
 */
export async function namesOnContracts(
  accounts: readonly Account[],
  deps: Reading,
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
      // When one number has far too many contracts, each client's newest are read separately.
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
 * @returns the contracts with the accounts' numbers, newest first, by account id; null when one number has so many that they
 * can't all be read at once.
 */
async function findSigned(
  accounts: readonly Account[],
  { portal, keys }: Reading,
): Promise<Map<string, Contract[]> | null> {
  const lookups = accounts.map(({ id, ssn }) => ({
    id,
    own: lookupHashes(keys.lookups, 'contract-ssn', ssn),
  }));
  const most = mostContracts * accounts.length;
  const found = await contractsCollection
    .model(portal)
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
  /** Contracts with the client's number, newest first. */
  found: Contract[];
  links: Map<string, LinkedRecord>;
  /** Contracts that staff linked to the client. */
  linked: Contract[];
}

async function compare(
  { name, dateOfBirth }: Account,
  { found, links, linked }: Compared,
  deps: Reading,
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
  return contractsCollection
    .model(portal)
    .find({ _id: trusted({ $in: ids }) })
    .session(session)
    .lean<Contract[]>();
}

function openAll(contracts: Contract[], deps: Reading): Promise<OpenContract[]> {
  return Promise.all(contracts.map((contract) => showContract(contract, deps)));
}

type Signed = Pick<OpenContract, 'contract'>;

function newestFirst({ contract: one }: Signed, { contract: other }: Signed): number {
  return (
    other.signed_at.getTime() - one.signed_at.getTime() || (String(other._id) < String(one._id) ? -1 : 1)
  );
}

/**
 * Finds the contract from which values are taken for the client. Staff can also link a contract with another number or date of
 * birth; in case that was a mistake, its values are shown to staff only.
 *
 * @param belonging how certain it is that a contract is the client's. `linked`: staff linked it; `own`: staff linked it, or gave
 * the account the name that is on it.
 * @returns the newest linked contract with the same number and date of birth; otherwise the newest one that belongs to the
 * client, or undefined. So a later contract signed in the client's name never replaces a linked one.
 */
export async function newestContract(
  belonging: 'linked' | 'own',
  account: Account,
  deps: Reading,
): Promise<OpenContract | undefined> {
  const { ssn, dateOfBirth } = account;
  if ([ssn, dateOfBirth].includes(unreadable)) return undefined;
  const { same, links } = await matchContracts(account, deps);
  const exact = same.filter(({ answers }) => answers.ssn === ssn && answers.date_of_birth === dateOfBirth);
  const linked = exact.find(({ contract }) => links.get(contract._id.toHexString())?.state === 'linked');
  return linked ?? (belonging === 'own' && account.name !== null ? exact[0] : undefined);
}

/**
 * Finds the contracts with a client's number and date of birth that may be the client's: first the linked ones, then those that
 * match the name of the account, if it has one; each group oldest first. Anyone who knows number and date of birth can sign a
 * matching contract, but it never replaces an earlier or a linked one.
 */
export async function listAgreeingContracts(account: Account, deps: Reading): Promise<OpenContract[]> {
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

type Difference = 'number' | 'name' | 'dateOfBirth';

/** A registered client to whom a contract may belong, or was linked by staff, and the reasons for doubt. */
export interface ContractDoubt {
  client: string;
  differs: Difference[];
}

interface ContractOwner {
  /** Id of the registered client who signed it, by the same rule; null if there is none. */
  client: string | null;
  /** Null if there is no doubt. */
  doubt: ContractDoubt | null;
}

export async function findOwnerOf(
  opened: OpenContract,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<ContractOwner> {
  const { contract, answers } = opened;
  const record = contract._id.toHexString();
  const linked = (await findLinkedClients([contract._id], deps, session)).get(record);
  // A link can outlive its client's account by up to a day.
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
  // Staff decided that it belongs to another person.
  if (links.has(record)) return { client: null, doubt: null };
  const differs = differencesOf(opened, account, expectedName);
  // The account has no name, and the contracts with its number and date of birth disagree.
  return { client: null, doubt: { client: account.id, differs: differs.length > 0 ? differs : ['name'] } };
}

/** @param name of the account, folded; undefined if unknown, so that every name matches. */
function differencesOf(
  opened: OpenContract,
  { ssn, dateOfBirth }: Account,
  name: string | undefined,
): Difference[] {
  const { answers } = opened;
  return [
    ...(answers.ssn === ssn ? [] : (['number'] as const)),
    ...(name === undefined || nameOn(opened) === name ? [] : (['name'] as const)),
    ...(answers.date_of_birth === dateOfBirth ? [] : (['dateOfBirth'] as const)),
  ];
}

/** @returns the id of the registered client who signed a contract; null if there is none. */
export async function findClientOf(opened: OpenContract, deps: Reading): Promise<string | null> {
  return (await findOwnerOf(opened, deps)).client;
}
