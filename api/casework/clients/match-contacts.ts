import { foldText } from '@claimdesk/forms/declared-rules';
import { trusted } from 'mongoose';
import { type Contract, contractModel } from '#api/casework/contracts/contract.model.ts';
import { type OpenContract, showContract } from '#api/casework/contracts/open-contract.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { showSubmission } from '#api/casework/submissions/list-submissions.ts';
import { type Submission, submissionModel } from '#api/casework/submissions/submission.model.ts';
import { nameOf } from '#api/casework/submissions/submission-kind.ts';
import type { SubmissionStatus } from '#api/casework/submissions/submission-status.ts';
import type { Deps } from '#api/platform/deps.ts';
import { contactFilter } from '#api/platform/keys/search-tokens.ts';

/** More than one person sends; a number that many share, such as that of a shelter, has more. */
const most = 20;

/** What a record has in common with the contracts of a client. */
export type Agreement = 'name' | 'phone' | 'email';

/** An evaluation that may be of a client. Evaluations have no Social Security number, so it is for people to say. */
export interface PossibleEvaluation {
  id: string;
  reference: string;
  /** ISO 8601. */
  submittedAt: string;
  status: SubmissionStatus;
  agrees: Agreement[];
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
 * Finds records with a phone number or email address of the client's contracts.
 *
 * @param same the client's contracts. @param known contracts that are shown already.
 * @returns the newest 20 evaluations and contracts.
 */
export async function matchContacts(
  { same, known }: { same: OpenContract[]; known: OpenContract[] },
  deps: Dependencies,
): Promise<{ evaluations: PossibleEvaluation[]; similarContracts: SimilarContract[] }> {
  const own = same.map(contactOnContract);
  if (own.length === 0) return { evaluations: [], similarContracts: [] };
  const [evaluations, similarContracts] = await Promise.all([
    findEvaluations(own, deps),
    findContracts(own, known, deps),
  ]);
  return { evaluations, similarContracts };
}

async function findEvaluations(own: Contact[], deps: Dependencies): Promise<PossibleEvaluation[]> {
  const { evaluations: kind } = submissionKinds;
  const found = await submissionModel(kind, deps.portal)
    .find(filterFor(kind.collection, own, deps))
    .sort({ created_at: -1, _id: -1 })
    .limit(most)
    .lean<Submission[]>();
  const compared = await Promise.all(
    found.map(async (submission) => {
      const { answers } = await showSubmission(kind, submission, deps);
      const { _id, reference, created_at, status } = submission;
      const contact = { name: nameOf(answers), phone: String(answers.phone), email: String(answers.email) };
      return {
        id: _id.toHexString(),
        reference,
        submittedAt: created_at.toISOString(),
        status,
        agrees: compare(own, fold(contact)),
      };
    }),
  );
  return compared.filter(({ agrees }) => agrees.length > 0);
}

async function findContracts(
  own: Contact[],
  known: OpenContract[],
  deps: Dependencies,
): Promise<SimilarContract[]> {
  const shown = known.map(({ contract }) => contract._id);
  const found = await contractModel(deps.portal)
    .find({ ...filterFor('signed_contracts', own, deps), _id: trusted({ $nin: shown }) })
    .sort({ signed_at: -1, _id: -1 })
    .limit(most)
    .lean<Contract[]>();
  const compared = await Promise.all(
    found.map(async (contract) => ({
      id: contract._id.toHexString(),
      reference: contract.reference,
      signedAt: contract.signed_at.toISOString(),
      agrees: compare(own, contactOnContract(await showContract(contract, deps))),
    })),
  );
  return compared.filter(({ agrees }) => agrees.length > 0);
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
