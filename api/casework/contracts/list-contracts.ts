import { presentAnswers } from '@claimdesk/forms/answers';
import { isValidObjectId } from 'mongoose';
import { revealNumber } from '#api/accounts/clients/reveal-ssn.ts';
import type { StaffAccount } from '#api/accounts/staff/staff.model.ts';
import { type ListRequest, readListing } from '#api/casework/lists/list-request.ts';
import { readNewest } from '#api/casework/lists/newest-row.ts';
import type { MatterLevel } from '#api/casework/matters/matter.model.ts';
import { isRepresentativeNamed } from '#api/content/read-site.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Contract, contractsCollection, listedContracts, pdfsOf } from './contract.model.ts';
import { countersigningRows, evidenceRows } from './evidence-rows.ts';
import { type ContractDoubt, findClientOf, findOwnerOf } from './match-contracts.ts';
import { type OpenContract, showContract } from './open-contract.ts';
import { findNextToSign, readMatterOf } from './sign-desk.ts';

export interface ContractRow {
  id: string;
  reference: string;
  name: string;
  phone: string;
  state: string;
  /** ISO 8601. */
  signedAt: string;
  /** Made up for a trial. */
  isSample: boolean;
}

export interface ContractDetail extends ContractRow {
  /** The Social Security number is masked to its last four digits. */
  sections: {
    /** Of the step of the form. */
    id: string;
    title: string;
    answers: { field: string; question: string; value: string }[];
  }[];
  evidence: { label: string; value: string }[];
  /** Who countersigned it, and when in ISO 8601; null until then. */
  countersigned: { name: string; at: string } | null;
  /** How the representative signed it; empty until then. */
  countersigning: { label: string; value: string }[];
  /** The name with which the reader can countersign it; null for everybody but representatives, and once it is countersigned. */
  signsAs: string | null;
  /** For representatives, once it is countersigned: the id of the contract that waits longest, null where none does. */
  afterSigning: { next: string | null } | null;
  /** Whom the contract names as the representative; null where nobody was named yet when it was signed. */
  representative: string | null;
  /** The number of its matter; null where there is none. */
  matter: string | null;
  /** The level of the claim, from reconsideration on, at which its fee agreement is still not filed; otherwise null. */
  unfiledAt: MatterLevel | null;
  /** The letters and signs of the answers that the PDF shows as codes, because its fonts lack them. */
  unprintable: string[];
  /** SHA-256 of the PDF as the client alone signed it, hexadecimal; null until it is rendered. */
  fingerprint: string | null;
  /** The same of the PDF with both signatures. */
  countersignedFingerprint: string | null;
  /** The id of the registered client who signed it; null when there is none, or when the match is in doubt. */
  client: string | null;
  /** The client it may belong to, or does according to staff, and the differences; null where nothing is in doubt. */
  doubt: ContractDoubt | null;
}

/** @returns contracts, newest first unless asked otherwise, 25 at a time. @throws DomainError `bad-input`. */
export async function listContracts(
  request: ListRequest,
  { deps }: { deps: Reading },
): Promise<{ rows: ContractRow[]; next: string | null; newest: string | null }> {
  const listing = readListing(request, listedContracts, deps.keys);
  const model = contractsCollection.model(deps.portal);
  const [newest, found] = await Promise.all([
    readNewest(request, { model, list: listedContracts, deps }),
    readPage(model, listing, { field: 'signed_at', projection: { search_tokens: 0 } }),
  ]);
  const rows = found.rows.map(async (contract) => presentRow(await showContract(contract, deps)));
  return { rows: await Promise.all(rows), next: found.next, newest };
}

/** @throws DomainError `not-found`. @returns a contract with the questions its signer saw, and how it was signed. */
export async function readContract(
  { id }: { id: string },
  {
    deps,
    staff,
  }: {
    deps: Reading & Pick<Deps, 'pdfRenderer'>;
    staff: { account: Pick<StaffAccount, 'representativeName'> };
  },
): Promise<ContractDetail> {
  const opened = await showContract(await findContract(id, deps), deps);
  const { contract, definition, answers } = opened;
  const { countersignature } = contract;
  const { representativeName } = staff.account;
  const pdfs = await documentsCollection
    .model(deps.portal)
    .find(pdfsOf(contract._id), { kind: 1, sha256: 1 })
    .lean<StoredDocument[]>();
  const fingerprintOf = (kind: StoredDocument['kind']) =>
    pdfs.find((pdf) => pdf.kind === kind)?.sha256 ?? null;
  const shown = presentAnswers(definition, answers, {
    hidden: new Set(['address_line_2']),
    audience: 'staff',
  });
  return {
    ...presentRow(opened),
    sections: definition.ui.steps.map(({ id: step, title }) => ({
      id: step,
      title,
      answers: shown
        .filter((each) => each.step === step)
        .map(({ field, question, value }) => ({ field, question, value })),
    })),
    evidence: evidenceRows(opened),
    countersigned: countersignature
      ? { name: countersignature.name, at: countersignature.at.toISOString() }
      : null,
    countersigning: countersigningRows(opened),
    signsAs: countersignature ? null : representativeName,
    afterSigning:
      countersignature && representativeName !== null ? { next: await findNextToSign(deps) } : null,
    representative: isRepresentativeNamed(contract.evidence.representative)
      ? contract.evidence.representative
      : null,
    ...(await readMatterOf(contract._id, deps)),
    unprintable: await deps.pdfRenderer.unprintable(shown.map(({ value }) => value).join('\n')),
    fingerprint: fingerprintOf('contract'),
    countersignedFingerprint: fingerprintOf('countersigned contract'),
    ...(await findOwnerOf(opened, deps)),
  };
}

/**
 * Reads the whole Social Security number of a signed contract, which may have no account. If it belongs to a
 * registered client, the client is notified in the portal and by email.
 *
 * @returns nine digits. @throws DomainError `not-found`, and as `revealNumber`.
 */
export async function revealContractSsn(
  { id, reason }: { id: string; reason: string },
  { deps, staff }: { deps: Parameters<typeof revealNumber>[2]; staff: { userId: string } },
): Promise<string> {
  const opened = await showContract(await findContract(id, deps), deps);
  const holder = { id: await findClientOf(opened, deps), ssn: String(opened.answers.ssn) };
  return revealNumber(holder, { reason, staff: staff.userId }, deps);
}

/** @throws DomainError `not-found`. */
export async function findContract(id: string, { portal }: Pick<Deps, 'portal'>): Promise<Contract> {
  const found =
    isValidObjectId(id) && (await contractsCollection.model(portal).findOne({ _id: id }).lean<Contract>());
  if (!found) throw new DomainError('not-found', 'This contract was not found.');
  return found;
}

function presentRow({ contract, definition, answers }: OpenContract): ContractRow {
  const shown = new Map(presentAnswers(definition, answers).map(({ field, value }) => [field, value]));
  return {
    id: contract._id.toHexString(),
    reference: contract.reference,
    name: String(answers.signature_name),
    phone: shown.get('phone') ?? '',
    state: shown.get('state') ?? '',
    signedAt: contract.signed_at.toISOString(),
    isSample: contract.sample === true,
  };
}
