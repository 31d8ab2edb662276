import { presentAnswers } from '@claimdesk/forms/answers';
import { addressLines } from '@claimdesk/forms/postal-address';
import { trusted } from 'mongoose';
import { listChanges, type ShownAccessChange } from '#api/accounts/clients/access-changes.ts';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { type ClaimNews, readClaimNews } from '#api/casework/claims/claim-news.ts';
import { matchContracts } from '#api/casework/contracts/match-contracts.ts';
import type { OpenContract } from '#api/casework/contracts/open-contract.ts';
import { readLinks, type ShownLink } from '#api/casework/links/client-links.ts';
import { findMatters } from '#api/casework/matters/client-matters.ts';
import type { Standing } from '#api/casework/matters/matter.model.ts';
import { listNotices, type ShownNotice } from '#api/casework/profile/agency-notices.ts';
import { listConsents, type ShownConsent } from '#api/casework/profile/consents.ts';
import { type EnteredProfile, readEnteredProfile } from '#api/casework/profile/profile-for-staff.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { type ClientRow, presentRow } from './list-clients.ts';
import {
  type LinkedEvaluation,
  matchContacts,
  type PossibleEvaluation,
  readLinkedEvaluations,
  type SimilarClient,
  type SimilarContract,
} from './match-contacts.ts';

interface ContractLink {
  id: string;
  reference: string;
  /** ISO 8601. */
  signedAt: string;
}

interface ClientEntry {
  /** Lines of plain text. */
  value: string;
  /** Newest contract that has it. */
  from: ContractLink;
}

interface ClientDocument {
  contract: ContractLink;
  /** The decision that linked it; null if number, name and date of birth match. */
  link: ShownLink | null;
  /** Bytes; null until the file exists. */
  size: number | null;
}

export interface LinkedMatter extends Standing {
  number: string;
  nextDue: CalendarDate | null;
}

export interface ClientRecord extends ClientRow {
  /** Source of the name; null for the account itself, and if there is no name. */
  nameFrom: ContractLink | null;
  /** ISO 8601: when the account is deleted unless its client confirms it; null once confirmed. */
  confirmBy: string | null;
  /** Whether the number is on a contract. Not kept up to date for verified accounts, where it may be false. */
  hasContract: boolean;
  /** How the client would learn of an update of the claim. */
  claimNews: ClaimNews;
  /** ISO 8601; null before the first one. */
  lastSignInAt: string | null;
  /** Entries of the client in the portal. The other values come from the contracts. */
  entered: EnteredProfile;
  /** Consents given and withdrawn, newest first. */
  consents: ShownConsent[];
  /** Notices to Social Security about the address, due and sent, newest first. */
  agencyNotices: ShownNotice[];
  mailingAddresses: ClientEntry[];
  /** Mailing address: the one from the portal once the account is confirmed, otherwise the one on the newest contract. */
  lettersTo: 'portal' | 'contract' | null;
  phones: ClientEntry[];
  emails: ClientEntry[];
  documents: ClientDocument[];
  /** Contracts that staff decided belong to another person, newest first. */
  separateRecords: ShownLink[];
  /** Contracts with the client's number but another name or date of birth. No value is taken from them. */
  differentContracts: ContractLink[];
  /** Evaluations that staff linked to the client, newest first. */
  evaluations: LinkedEvaluation[];
  /** Evaluations with a phone number or email address from the contracts or the portal, newest first. */
  possibleEvaluations: PossibleEvaluation[];
  /** Contracts of other numbers with one of these phone numbers or addresses, newest first. */
  similarContracts: SimilarContract[];
  /** Other accounts whose clients entered one of these. */
  similarClients: SimilarClient[];
  /** Whether the number has older contracts, which were not compared. */
  moreContracts: boolean;
  /** Name in the account itself; null until staff know it. */
  accountName: { whole: string | null; first: string | null; last: string | null };
  /** The matters of the account and of the contracts, newest first. */
  matters: LinkedMatter[];
  /** Staff actions on the login, newest first. */
  changes: ShownAccessChange[];
}

/** @returns a client's account and the data from the signed contracts. @throws DomainError `not-found`. */
export async function readClient({ id }: { id: string }, { deps }: { deps: Reading }): Promise<ClientRecord> {
  const account = await readAccount({ id }, deps);
  const [{ same, different, more, links }, evaluationLinks, changes, entered, agencyNotices, consents, news] =
    await Promise.all([
      matchContracts(account, deps),
      readLinks(id, 'evaluation', deps),
      listChanges(account, deps),
      readEnteredProfile(id, deps),
      listNotices({ id }, deps),
      listConsents(id, deps),
      readClaimNews(account, deps),
    ]);
  const decided = [...links.keys(), ...evaluationLinks.keys()];
  const contracts = same.map(({ contract }) => contract._id);
  const [{ evaluations: possibleEvaluations, ...similar }, evaluations, matters] = await Promise.all([
    matchContacts(account, { same, known: [...same, ...different], decided }, deps),
    readLinkedEvaluations(evaluationLinks.values(), deps),
    findMatters({ client: id, contracts }, deps),
  ]);
  const separateRecords = [...links.values(), ...evaluationLinks.values()].filter(
    ({ state }) => state === 'separate',
  );
  const named = account.name === null ? same[0] : undefined;
  const mailingAddresses = entriesOf(same, ({ answers }) => addressLines(answers).join('\n'));
  // Anyone who knows a number can register it, and would divert the letters.
  const hasOwnAddress = account.isConfirmed && entered['mailing-address'].length > 0;
  return {
    ...presentRow(account, named ? String(named.answers.signature_name) : null),
    nameFrom: named ? linkTo(named) : null,
    confirmBy: account.confirmBy?.toISOString() ?? null,
    hasContract: account.hasContract,
    matters: matters.map(({ _id: number, level, status, outcome, next_due: nextDue }) => ({
      ...{ number, level, status, outcome, nextDue },
    })),
    claimNews: news,
    lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    entered,
    agencyNotices,
    consents,
    mailingAddresses,
    lettersTo: hasOwnAddress ? 'portal' : mailingAddresses.length > 0 ? 'contract' : null,
    phones: entriesOf(same, (contract) => shownOn(contract, 'phone')),
    emails: entriesOf(same, (contract) => shownOn(contract, 'email')),
    documents: await documentsOf(same, links, deps),
    separateRecords,
    differentContracts: different.map(linkTo),
    evaluations,
    possibleEvaluations,
    ...similar,
    moreContracts: more,
    accountName: { whole: account.name, first: account.firstName, last: account.lastName },
    changes,
  };
}

function linkTo({ contract: { _id, reference, signed_at } }: OpenContract): ContractLink {
  return { id: _id.toHexString(), reference, signedAt: signed_at.toISOString() };
}

/** @returns each distinct value, with the newest contract that has it. */
function entriesOf(contracts: OpenContract[], read: (contract: OpenContract) => string): ClientEntry[] {
  const entries = new Map<string, ClientEntry>();
  for (const contract of contracts) {
    const value = read(contract);
    if (value && !entries.has(value)) entries.set(value, { value, from: linkTo(contract) });
  }
  return [...entries.values()];
}

function shownOn({ definition, answers }: OpenContract, field: string): string {
  const shown = presentAnswers(definition, answers, { missing: '', audience: 'staff' });
  return shown.find((each) => each.field === field)?.value ?? '';
}

async function documentsOf(
  contracts: OpenContract[],
  links: Map<string, ShownLink>,
  deps: Pick<Deps, 'portal'>,
): Promise<ClientDocument[]> {
  const pdfs = await pdfsOf(contracts, deps);
  return contracts.map((contract) => ({
    contract: linkTo(contract),
    link: links.get(contract.contract._id.toHexString()) ?? null,
    size: pdfs.get(contract.contract.document.toHexString())?.size ?? null,
  }));
}

/** @returns the PDFs of contracts by contract id, whether they exist yet or not. */
export async function pdfsOf(
  contracts: OpenContract[],
  { portal }: Pick<Deps, 'portal'>,
): Promise<Map<string, Pick<StoredDocument, 'size' | 'stored_at'>>> {
  const ids = contracts.map(({ contract }) => contract.document);
  const stored = await documentsCollection
    .model(portal)
    .find({ _id: trusted({ $in: ids }) }, { size: 1, stored_at: 1 })
    .lean<Pick<StoredDocument, '_id' | 'size' | 'stored_at'>[]>();
  return new Map(stored.map((document) => [document._id.toHexString(), document]));
}
