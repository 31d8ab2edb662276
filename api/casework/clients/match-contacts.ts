import { foldText } from '@claimdesk/forms/declared-rules';
import { type Types, trusted } from 'mongoose';
import { type Contract, contractModel } from '#api/casework/contracts/contract.model.ts';
import { type OpenContract, showContract } from '#api/casework/contracts/open-contract.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { showSubmission } from '#api/casework/submissions/list-submissions.ts';
import { type Submission, submissionModel } from '#api/casework/submissions/submission.model.ts';
import { nameOf } from '#api/casework/submissions/submission-kind.ts';
import type { SubmissionStatus } from '#api/casework/submissions/submission-status.ts';
import type { Deps } from '#api/platform/deps.ts';
import { contactFilter } from '#api/platform/keys/search-tokens.ts';
import { findLinkedClients, type ShownLink } from './client-links.ts';

/** More than one person sends; a number that many share, such as that of a shelter, has more. */
const most = 20;

/** What a record has in common with the contracts of a client. */
export type Agreement = 'name' | 'phone' | 'email';

interface FoundEvaluation {
  id: string;
  reference: string;
  /** ISO 8601. */
  submittedAt: string;
  status: SubmissionStatus;
}

/** An evaluation that may be of a client. Evaluations have no Social Security number, so it is for people to say. */
export interface PossibleEvaluation extends FoundEvaluation {
  agrees: Agreement[];
}

/** An evaluation that staff linked to the client. */
export interface LinkedEvaluation extends FoundEvaluation {
  link: ShownLink;
}

/** A contract of another number that may be of the same person, or of somebody in the same household. */
export interface SimilarContract {
  id: string;
  reference: string;
  /** ISO 8601. */
  signedAt: string;
  agrees: Agreement[];
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** What identifies a person on a record, ready to compare. */
interface Contact {
  name: string;
  phone: string;
  email: string;
}

/**
 * Finds records with a phone number or email address of the client's contracts, about which staff said nothing yet.
 *
 * @param same the client's contracts. @param known contracts that are shown already.
 * @param decided the ids of evaluations and contracts that staff linked to this client, or said to be somebody else's.
 * @returns the newest 20 evaluations and contracts.
 */
export async function matchContacts(
  { same, known, decided }: { same: OpenContract[]; known: OpenContract[]; decided: readonly string[] },
  deps: Dependencies,
): Promise<{ evaluations: PossibleEvaluation[]; similarContracts: SimilarContract[] }> {
  const own = same.map(contactOnContract);
  if (own.length === 0) return { evaluations: [], similarContracts: [] };
  const [evaluations, similarContracts] = await Promise.all([
    findEvaluations(own, decided, deps),
    findContracts(own, [...decided, ...known.map(({ contract }) => contract._id)], deps),
  ]);
  return { evaluations, similarContracts };
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
  const found = await submissionModel(submissionKinds.evaluations, portal)
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
  deps: Dependencies,
): Promise<PossibleEvaluation[]> {
  const { evaluations: kind } = submissionKinds;
  const found = await submissionModel(kind, deps.portal)
    .find({ ...filterFor(kind.collection, own, deps), _id: trusted({ $nin: decided }) })
    .sort({ created_at: -1, _id: -1 })
    .limit(most)
    .lean<Submission[]>();
  const ofOthers = await findLinkedClients(idsOf(found), deps);
  const compared = await Promise.all(
    found
      .filter(({ _id }) => !ofOthers.has(_id.toHexString()))
      .map(async (submission) => {
        const { answers } = await showSubmission(kind, submission, deps);
        const contact = { name: nameOf(answers), phone: String(answers.phone), email: String(answers.email) };
        return { ...presentFound(submission), agrees: compare(own, fold(contact)) };
      }),
  );
  return compared.filter(({ agrees }) => agrees.length > 0);
}

async function findContracts(
  own: Contact[],
  shown: readonly (string | Types.ObjectId)[],
  deps: Dependencies,
): Promise<SimilarContract[]> {
  const found = await contractModel(deps.portal)
    .find({ ...filterFor('signed_contracts', own, deps), _id: trusted({ $nin: shown }) })
    .sort({ signed_at: -1, _id: -1 })
    .limit(most)
    .lean<Contract[]>();
  const ofOthers = await findLinkedClients(idsOf(found), deps);
  const compared = await Promise.all(
    found
      .filter(({ _id }) => !ofOthers.has(_id.toHexString()))
      .map(async (contract) => ({
        id: contract._id.toHexString(),
        reference: contract.reference,
        signedAt: contract.signed_at.toISOString(),
        agrees: compare(own, contactOnContract(await showContract(contract, deps))),
      })),
  );
  return compared.filter(({ agrees }) => agrees.length > 0);
}

function idsOf(rows: readonly { _id: Types.ObjectId }[]): Types.ObjectId[] {
  return rows.map(({ _id }) => _id);
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
  return { name: foldText(name), phone: phone.replace(/\D/g, ''), email: email.trim().toLowerCase() };
}

/** @returns nothing unless phone or email agree: many people have the same name. */
function compare(own: Contact[], other: Contact): Agreement[] {
  const agrees = (['name', 'phone', 'email'] as const).filter((field) =>
    own.some((contact) => contact[field] !== '' && contact[field] === other[field]),
  );
  return agrees.some((field) => field !== 'name') ? agrees : [];
}
