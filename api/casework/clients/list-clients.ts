import { presentAnswers } from '@claimdesk/forms/answers';
import { getForm } from '@claimdesk/forms/registry';
import { trusted } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { type ClientAccount, listAccounts } from '#api/accounts/clients/client-account.ts';
import {
  type Contract,
  contractsCollection,
  listedContracts,
} from '#api/casework/contracts/contract.model.ts';
import { namesOnContracts } from '#api/casework/contracts/match-contracts.ts';
import { type ListRequest, readFilter, readListing } from '#api/casework/lists/list-request.ts';
import { readNewest } from '#api/casework/lists/newest-row.ts';
import { type ProfileEntry, profileCollections } from '#api/casework/profile/profile-entry.model.ts';
import { profileKinds, searchedKinds } from '#api/casework/profile/profile-kinds.ts';
import { readAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import type { Listing } from '#api/platform/database/cursor.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { searchConditions } from '#api/platform/keys/search-tokens.ts';
import { findWaiting } from './find-waiting.ts';
import { listedClients } from './listed-clients.ts';

export interface ClientRow {
  id: string;
  /** Name in the account; if it has none, the name on the signed contracts; null if neither has one. */
  name: string | null;
  /** Masked to its last four digits. */
  ssn: string;
  /** US short form. */
  dateOfBirth: string;
  /** ISO 8601. */
  registeredAt: string;
  /** Made up for a trial. */
  isSample: boolean;
}

/** A search with more matches is for a common word; staff then refine it. */
const mostMatches = 200;

/**
 * Lists registered clients, 25 per page, newest first by default. A search covers the names of accounts, the phone numbers and
 * email addresses that clients entered, and the contracts with their numbers.
 *
 * @param request.status of the account, or `waiting` for clients who wait for staff.
 * @returns `more`: whether more contracts or entries matched the search than were looked at, or more clients wait.
 * @throws DomainError `bad-input`.
 */
export async function listClients(
  request: ListRequest,
  { deps }: { deps: Reading },
): Promise<{ rows: ClientRow[]; next: string | null; newest: string | null; more: boolean }> {
  const isWaiting = request.status === 'waiting';
  const { listing, more } = await (isWaiting
    ? readWaitingListing(request, deps)
    : readClientListing(request, deps));
  const [newest, { accounts, next }] = await Promise.all([
    isWaiting
      ? null
      : readNewest(request, { model: clientsCollection.model(deps.portal), list: listedClients, deps }),
    listAccounts(listing, deps),
  ]);
  const names = await namesOnContracts(
    accounts.filter(({ name }) => name === null),
    deps,
  );
  const rows = accounts.map((account) => presentRow(account, names.get(account.id) ?? null));
  return { rows, next, newest, more };
}

async function readWaitingListing(
  { status: _, ...request }: ListRequest,
  deps: Reading,
): Promise<{ listing: Listing; more: boolean }> {
  const [waiting, { listing, more }] = await Promise.all([
    findWaiting(deps),
    readClientListing(request, deps),
  ]);
  return {
    listing: only(waiting.ids, listing),
    more: waiting.more || more,
  };
}

/** @returns the rows of a page that have one of the ids. */
function only(ids: readonly string[], listing: Listing): Listing {
  const parts = listing.parts.map((part) =>
    part.map((condition) => ({ $and: [{ _id: trusted({ $in: ids }) }, condition] })),
  );
  return { ...listing, parts };
}

async function readClientListing(
  { query, ...request }: ListRequest,
  deps: Reading,
): Promise<{ listing: Listing; more: boolean }> {
  const listing = readListing(request, listedClients, deps.keys);
  if (query === undefined) return { listing, more: false };
  const [signers, owners] = await Promise.all([findSigners(query, deps), findOwners(query, deps)]);
  const found = only([...new Set([...signers.ids, ...owners.ids])], listing);
  const { parts } = readListing({ ...request, query }, listedClients, deps.keys);
  return {
    listing: { ...listing, parts: parts.map((part, at) => [...part, ...(found.parts[at] ?? [])]) },
    more: signers.more || owners.more,
  };
}

/**
 * Finds the registered clients whose number is on a contract that matches a search, for the newest 200 such contracts.
 *
 * @returns the clients' ids, and whether more contracts matched. @throws DomainError `bad-input`.
 */
async function findSigners(query: string, deps: Reading): Promise<{ ids: string[]; more: boolean }> {
  const { portal, keys } = deps;
  const found = await contractsCollection
    .model(portal)
    .find({ $and: readFilter({ query }, listedContracts, keys) }, { answers: 1 })
    .sort({ signed_at: -1, _id: -1 })
    .limit(mostMatches + 1)
    .lean<Contract[]>();
  const opened = await Promise.all(
    found.slice(0, mostMatches).map((contract) => readAnswers(contractsCollection, contract, deps)),
  );
  const lookups = opened.flatMap((answers) =>
    answers ? lookupHashes(keys.lookups, 'client-ssn', String(answers.ssn)) : [],
  );
  const clients = await clientsCollection
    .model(portal)
    .find(lookupFilter('ssn_lookup', lookups), { _id: 1 })
    .lean();
  return { ids: clients.map(({ _id }) => _id), more: found.length > mostMatches };
}

/**
 * Finds the clients who entered a phone number or email address that matches a search, at most 200 of each.
 *
 * @returns the clients' ids, and whether more matched. @throws DomainError `bad-input`.
 */
async function findOwners(
  query: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<{ ids: string[]; more: boolean }> {
  const found = await Promise.all(
    searchedKinds.map((kind) => {
      const conditions = searchConditions(keys.lookups, profileKinds[kind].collection, query);
      return profileCollections[kind]
        .model(portal)
        .find({ $and: [...conditions, { deleted_at: null }] }, { client_id: 1 })
        .limit(mostMatches + 1)
        .lean<Pick<ProfileEntry, 'client_id'>[]>();
    }),
  );
  return {
    ids: found.flatMap((rows) => rows.slice(0, mostMatches).map(({ client_id }) => client_id)),
    more: found.some(({ length }) => length > mostMatches),
  };
}

/** @param nameOnContract for an account without a name. @returns what staff may see of an account. */
export function presentRow(account: ClientAccount, nameOnContract: string | null): ClientRow {
  const { id, name, ssn, dateOfBirth, registeredAt, isSample } = account;
  const shown = presentAnswers(
    getForm('client-registration'),
    { ssn, date_of_birth: dateOfBirth },
    { audience: 'staff' },
  );
  const answerTo = (field: string) => shown.find((each) => each.field === field)?.value ?? '';
  return {
    id,
    name: name ?? nameOnContract,
    ssn: answerTo('ssn'),
    dateOfBirth: answerTo('date_of_birth'),
    registeredAt: registeredAt.toISOString(),
    isSample,
  };
}
