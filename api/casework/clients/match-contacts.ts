import { foldText } from '@claimdesk/forms/declared-rules';
import { phoneDigits } from '@claimdesk/forms/phone';
import { type Types, trusted } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import { type Contract, contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { findClientOf, matchContracts } from '#api/casework/contracts/match-contracts.ts';
import { type OpenContract, showContract } from '#api/casework/contracts/open-contract.ts';
import { findLinkedClients, readDecisions, type ShownLink } from '#api/casework/links/client-links.ts';
import { type ProfileEntry, profileCollections } from '#api/casework/profile/profile-entry.model.ts';
import { profileKinds, searchableEntry, searchedKinds } from '#api/casework/profile/profile-kinds.ts';
import { openEntry, readRows } from '#api/casework/profile/read-entries.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { showSubmission } from '#api/casework/submissions/list-submissions.ts';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import { nameOf } from '#api/casework/submissions/submission-kind.ts';
import { type SubmissionStatus, statuses } from '#api/casework/submissions/submission-status.ts';
import type { Collection } from '#api/platform/database/collection.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { contactFilter } from '#api/platform/keys/search-tokens.ts';

/** More than one person sends. A shared number, such as that of a shelter, can have more. */
const most = 20;

/** What a record has in common with the client's contracts or portal entries. */
export type Agreement = (typeof agreements)[number];
const agreements = ['name', 'phone', 'email'] as const;

interface FoundEvaluation {
  id: string;
  reference: string;
  /** ISO 8601. */
  submittedAt: string;
  status: SubmissionStatus;
}

/** An evaluation that may be the client's. Evaluations have no Social Security number, so staff decide. */
export interface PossibleEvaluation extends FoundEvaluation {
  agrees: Agreement[];
}

export interface LinkedEvaluation extends FoundEvaluation {
  link: ShownLink;
}

/** A contract with another number that may be from the same person or household. */
export interface SimilarContract {
  id: string;
  reference: string;
  /** ISO 8601. */
  signedAt: string;
  agrees: Agreement[];
}

/** Another account that may belong to the same person or household. */
export interface SimilarClient {
  id: string;
  /** As shown on its page; null if it has no name. */
  name: string | null;
  agrees: Agreement[];
}

/** Identifying values of a record, normalized for comparison. */
interface Contact {
  name: string;
  phone: string;
  email: string;
}

/**
 * Finds records and accounts that share a phone number or email address with the client's contracts or portal entries, and that
 * staff have not decided about.
 *
 * @param same the client's contracts. @param known contracts that are shown already.
 * @param decided ids of evaluations and contracts that staff linked to this client or to another person.
 * @returns the newest 20 evaluations and contracts, and 20 accounts.
 */
export async function matchContacts(
  account: Pick<ClientAccount, 'id' | 'name'>,
  { same, known, decided }: { same: OpenContract[]; known: OpenContract[]; decided: readonly string[] },
  deps: Reading,
): Promise<{
  evaluations: PossibleEvaluation[];
  similarContracts: SimilarContract[];
  similarClients: SimilarClient[];
}> {
  const own = await contactsOf(account, same, deps);
  if (own.length === 0) return { evaluations: [], similarContracts: [], similarClients: [] };
  const [evaluations, similarContracts, similarClients] = await Promise.all([
    findEvaluations(own, decided, deps),
    findContracts(own, [...decided, ...known.map(({ contract }) => contract._id)], deps),
    findClients(own, [account.id], deps),
  ]);
  return { evaluations, similarContracts, similarClients };
}

/**
 * Finds the registered clients an evaluation may belong to: those with its phone number or email address on one of their
 * contracts or in their portal entries, unless staff have decided about them.
 *
 * @param id of the evaluation. @returns at most 20; none if staff have linked it.
 */
export async function findPossibleClients({ id }: { id: string }, deps: Reading): Promise<SimilarClient[]> {
  const { evaluations: kind } = submissionKinds;
  const evaluation = await kind.collection.model(deps.portal).findOne({ _id: id }).lean<Submission>();
  if (!evaluation) return [];
  const decided = await readDecisions(evaluation._id, deps);
  if (decided.some(({ state }) => state === 'linked')) return [];
  const sender = [await contactOnSubmission(evaluation, deps)];
  const contracts = await contractsCollection
    .model(deps.portal)
    .find(filterFor('signed_contracts', sender, deps))
    .sort({ signed_at: -1, _id: -1 })
    .limit(most)
    .lean<Contract[]>();
  const signers = await Promise.all(
    contracts.map(async (contract) => findClientOf(await showContract(contract, deps), deps)),
  );
  const left = decided.map(({ client_id }) => client_id);
  return findClients(sender, left, deps, signers);
}

/** A call request from one of the client's phone numbers. Callers need not say who they are. */
interface FoundCallRequest extends FoundEvaluation {
  hasSameName: boolean;
}

/** @param same the client's contracts. @returns call requests for the client's phone numbers, newest first. */
export async function findCallRequests(
  account: Pick<ClientAccount, 'id' | 'name'>,
  { same, cursor, limit }: { same: OpenContract[]; cursor: string | null; limit: number },
  deps: Reading,
): Promise<FoundCallRequest[]> {
  const { callRequests: kind } = submissionKinds;
  const own = await contactsOf(account, same, deps);
  if (own.length === 0) return [];
  const phones = own.map(({ phone }) => phone);
  const found = await kind.collection
    .model(deps.portal)
    .find({
      ...contactFilter(deps.keys.lookups, kind.collection.name, { phones, emails: [] }),
      // Listed one by one, so that the index returns them in order.
      status: trusted({ $in: statuses }),
      ...(cursor ? afterCursor('created_at', cursor) : {}),
    })
    // Without the hint the database may choose a smaller index and sort.
    .hint({ 'search_tokens.t': 1, status: 1, created_at: -1, _id: -1 })
    .sort({ created_at: -1, _id: -1 })
    .limit(limit)
    .lean<Submission[]>();
  return Promise.all(
    found.map(async (request) => {
      const { answers } = await showSubmission(kind, request, deps);
      const name = foldText(nameOf(answers));
      return { ...presentFound(request), hasSameName: own.some((contact) => contact.name === name) };
    }),
  );
}

/** @returns the evaluations that staff linked to a client, newest first. */
export async function readLinkedEvaluations(
  links: Iterable<ShownLink>,
  { portal }: Pick<Deps, 'portal'>,
): Promise<LinkedEvaluation[]> {
  const linked = new Map(
    [...links].filter(({ state }) => state === 'linked').map((link) => [link.record, link]),
  );
  if (linked.size === 0) return [];
  const found = await submissionKinds.evaluations.collection
    .model(portal)
    .find({ _id: trusted({ $in: [...linked.keys()] }) }, { reference: 1, created_at: 1, status: 1 })
    .sort({ created_at: -1, _id: -1 })
    .lean<Submission[]>();
  return found.flatMap((submission) => {
    const link = linked.get(submission._id.toHexString());
    return link ? [{ ...presentFound(submission), link }] : [];
  });
}

function presentFound({ _id, reference, created_at, status }: Submission): FoundEvaluation {
  return { id: _id.toHexString(), reference, submittedAt: created_at.toISOString(), status };
}

async function findEvaluations(
  own: Contact[],
  decided: readonly string[],
  deps: Reading,
): Promise<PossibleEvaluation[]> {
  const { collection } = submissionKinds.evaluations;
  const contactOf = (submission: Submission) => contactOnSubmission(submission, deps);
  const found = await findAgreeing(collection, 'created_at', { own, decided, contactOf }, deps);
  return found.map(({ row, agrees }) => ({ ...presentFound(row), agrees }));
}

async function findContracts(
  own: Contact[],
  decided: readonly (string | Types.ObjectId)[],
  deps: Reading,
): Promise<SimilarContract[]> {
  const contactOf = async (contract: Contract) => contactOnContract(await showContract(contract, deps));
  const found = await findAgreeing(contractsCollection, 'signed_at', { own, decided, contactOf }, deps);
  return found.map(({ row: { _id, reference, signed_at }, agrees }) => ({
    id: _id.toHexString(),
    reference,
    signedAt: signed_at.toISOString(),
    agrees,
  }));
}

/** @returns the newest 20 records with one of the phone numbers or email addresses that staff linked to nobody, with what agrees. */
async function findAgreeing<Row extends { _id: Types.ObjectId }>(
  { name, model }: Collection<Row>,
  date: keyof Row & string,
  compared: {
    own: Contact[];
    decided: readonly (string | Types.ObjectId)[];
    contactOf: (row: Row) => Promise<Contact>;
  },
  deps: Reading,
): Promise<{ row: Row; agrees: Agreement[] }[]> {
  const { own, decided, contactOf } = compared;
  const found = await model(deps.portal)
    .find({ ...filterFor(name, own, deps), _id: trusted({ $nin: decided }) })
    .sort({ [date]: -1, _id: -1 })
    .limit(most)
    .lean<Row[]>();
  const ids = found.map(({ _id }) => _id);
  const ofOthers = await findLinkedClients(ids, deps);
  const rows = found.filter(({ _id }) => !ofOthers.has(_id.toHexString()));
  const agreeing = await Promise.all(
    rows.map(async (row) => ({ row, agrees: compare(own, await contactOf(row)) })),
  );
  return agreeing.filter(({ agrees }) => agrees.length > 0);
}

/**
 * @param known ids of accounts to leave out.
 * @param signers ids of accounts to compare in addition to those that entered one of the numbers or addresses.
 */
async function findClients(
  own: Contact[],
  known: readonly string[],
  deps: Reading,
  signers: readonly (string | null)[] = [],
): Promise<SimilarClient[]> {
  const owners = await Promise.all(
    searchedKinds.map((kind) =>
      profileCollections[kind]
        .model(deps.portal)
        .find({ ...filterFor(profileKinds[kind].collection, own, deps), deleted_at: null }, { client_id: 1 })
        .limit(most)
        .lean<Pick<ProfileEntry, 'client_id'>[]>(),
    ),
  );
  const found = [...signers, ...owners.flat().map(({ client_id }) => client_id)].filter((id) => id !== null);
  const others = [...new Set(found)].filter((id) => !known.includes(id)).slice(0, most);
  const compared = await Promise.all(others.map((id) => compareClient(own, id, deps)));
  return compared.filter((each) => each !== null).filter(({ agrees }) => agrees.length > 0);
}

/** @returns null for an account that has ended. */
async function compareClient(own: Contact[], id: string, deps: Reading): Promise<SimilarClient | null> {
  const account = await findAccount({ id }, deps);
  if (!account) return null;
  const { same } = await matchContracts(account, deps);
  const contacts = await contactsOf(account, same, deps);
  const named = same[0] && String(same[0].answers.signature_name);
  const agrees = new Set(own.flatMap((contact) => compare(contacts, contact)));
  return { id, name: account.name ?? named ?? null, agrees: agreements.filter((each) => agrees.has(each)) };
}

/** @returns phone numbers and email addresses of a client, from the signed contracts and the portal. */
async function contactsOf(
  { id, name }: Pick<ClientAccount, 'id' | 'name'>,
  same: OpenContract[],
  deps: Reading,
): Promise<Contact[]> {
  const entered = await Promise.all(
    searchedKinds.map(async (kind) => {
      const rows = await readRows({ client: id, kind }, deps);
      const opened = await Promise.all(rows.map((row) => openEntry(row, deps)));
      return opened.map(({ answers }) => searchableEntry(kind, answers));
    }),
  );
  const reached = entered.flat().map(({ phones: [phone = ''], emails: [email = ''] }) => ({ phone, email }));
  return [
    ...same.map(contactOnContract),
    ...reached.map((contact) => fold({ name: name ?? '', ...contact })),
  ];
}

async function contactOnSubmission(submission: Submission, deps: Reading): Promise<Contact> {
  const { answers } = await showSubmission(submissionKinds.evaluations, submission, deps);
  return fold({ name: nameOf(answers), phone: String(answers.phone), email: String(answers.email) });
}

function filterFor(collection: string, own: Contact[], { keys }: Pick<Deps, 'keys'>) {
  const phones = own.map(({ phone }) => phone);
  const emails = own.map(({ email }) => email);
  return contactFilter(keys.lookups, collection, { phones, emails });
}

function contactOnContract({ answers }: OpenContract): Contact {
  const { signature_name, phone, email } = answers;
  return fold({ name: String(signature_name), phone: String(phone), email: String(email) });
}

function fold({ name, phone, email }: Contact): Contact {
  return { name: foldText(name), phone: phoneDigits(phone), email: email.trim().toLowerCase() };
}

/** @returns the fields that match; none unless phone or email match, since many people share a name. */
function compare(own: Contact[], other: Contact): Agreement[] {
  const agrees = agreements.filter((field) =>
    own.some((contact) => contact[field] !== '' && contact[field] === other[field]),
  );
  return agrees.some((field) => field !== 'name') ? agrees : [];
}
