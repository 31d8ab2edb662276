import { longDate } from '@claimdesk/forms/calendar';
import { easternDay, easternTimestamp } from '@claimdesk/forms/eastern-time';
import type { Types } from 'mongoose';
import { answerParts } from '#api/casework/submissions/answers-pdf-document.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { PdfDocumentWriters } from '#api/platform/documents/make-documents.ts';
import type { PdfDocument, PdfPart } from '#api/platform/documents/pdf/pdf-document.ts';
import type { Agreement } from './agreement/agreement.ts';
import { loadAgreement } from './agreement/stored-agreements.ts';
import { type Contract, type Countersignature, contractsCollection } from './contract.model.ts';
import { countersigningRows, evidenceRows } from './evidence-rows.ts';
import { type OpenContract, openContract } from './open-contract.ts';

/**
 * How answers are redacted in a copy. It omits the Social Security number and the date of birth, since a copy can end
 * up anywhere: staff see the last four digits, nobody else any. Line 2 of the address is already part of line 1. The typed
 * name is called a signature, not what the form asks for.
 */
export const copyRedaction = {
  withheld: ['ssn', 'date_of_birth'],
  without: ['address_line_2'],
  short: ['signature_name'],
};

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'settings' | 'log'>;

/** @returns what writes the PDF of a contract as its client alone signed it, and the one with both signatures. */
export function contractPdfWriters(
  deps: Dependencies,
): Pick<PdfDocumentWriters, 'contract' | 'countersigned contract'> {
  return {
    contract: (id) => writeContractPdfDocument(id, 'client', deps),
    'countersigned contract': (id) => writeContractPdfDocument(id, 'both', deps),
  };
}

/**
 * Builds a PDF document of a signed contract from its record alone, so that it can be rendered at any time and always
 * reads the same: what the client signed says nothing of what came later.
 *
 * @throws Error for both signatures where the representative's is missing.
 */
async function writeContractPdfDocument(
  _id: Types.ObjectId,
  signers: 'client' | 'both',
  deps: Dependencies,
): Promise<PdfDocument> {
  const contract = await contractsCollection.model(deps.portal).findOne({ _id }).lean<Contract>().orFail();
  const opened = await openContract(contract, deps);
  const agreement = await loadAgreement(contract.agreement, deps.portal);
  const { reference, signed_at, evidence } = contract;
  const second = signers === 'both' ? contract.countersignature : undefined;
  if (signers === 'both' && !second) throw new Error('This contract is not countersigned.');
  return {
    title: agreement.title,
    firm: evidence.firm,
    reference,
    date: second?.at ?? signed_at,
    parts: [
      ...agreementParts(agreement, opened, second),
      { kind: 'heading', level: 1, text: 'Your details', newPage: true },
      ...answerParts(opened.definition, opened.answers, copyRedaction),
      ...signatureParts(opened, second),
      ...evidenceParts(opened, second, deps.settings.PUBLIC_URL),
    ],
  };
}

function agreementParts(
  { lead, sections }: Agreement,
  { contract, answers }: OpenContract,
  second: Countersignature | undefined,
): PdfPart[] {
  const signed = `Between ${answers.signature_name} and ${firmIn(contract)}. Signed electronically on ${longDate(contract.signature_date)}`;
  return [
    {
      kind: 'paragraph',
      text: second
        ? `${signed}, and by ${second.name} for the firm on ${longDate(easternDay(second.at))}.`
        : `${signed}.`,
    },
    {
      kind: 'paragraph',
      text: `Who represents you before Social Security: ${contract.evidence.representative}.`,
    },
    { kind: 'heading', level: 1, text: 'The agreement' },
    { kind: 'paragraph', text: lead },
    ...sections.flatMap(({ heading, parts }): PdfPart[] => [
      { kind: 'heading', level: 2, text: heading },
      ...parts.map(
        (part): PdfPart =>
          typeof part === 'string' ? { kind: 'paragraph', text: part } : { kind: 'list', items: part.list },
      ),
    ]),
  ];
}

/** @returns the other party as it was on the day of signing: name, street address and phone number. */
function firmIn({ evidence: { firm, firm_address, firm_phone } }: Contract): string {
  const lines = firm_address.split('\n').map((line) => line.trim());
  return [firm || 'our firm', ...lines, firm_phone && `phone ${firm_phone}`].filter(Boolean).join(', ');
}

function signatureParts(
  { contract, answers }: OpenContract,
  second: Countersignature | undefined,
): PdfPart[] {
  const at = second
    ? `Signed electronically on ${easternTimestamp(contract.signed_at)}`
    : `Signed electronically on ${longDate(contract.signature_date)} (Eastern time)`;
  return [
    { kind: 'heading', level: 1, text: 'Signature' },
    { kind: 'paragraph', text: 'The person who signed ticked these boxes:' },
    { kind: 'list', items: contract.evidence.consents },
    {
      kind: 'signature',
      name: String(answers.signature_name),
      lines: [at],
    },
    ...(second ? [representativeSignature(contract, second)] : []),
  ];
}

function representativeSignature(contract: Contract, { name, at }: Countersignature): PdfPart {
  return {
    kind: 'signature',
    name,
    lines: [`Representative, for ${firmIn(contract)}`, `Signed electronically on ${easternTimestamp(at)}`],
  };
}

function evidenceParts(
  opened: OpenContract,
  second: Countersignature | undefined,
  publicUrl: string,
): PdfPart[] {
  return [
    { kind: 'heading', level: 1, text: 'How it was signed', newPage: true },
    {
      kind: 'paragraph',
      text: second
        ? 'This page was written when the representative had signed the contract too. It is a record of when and how both signed.'
        : 'This page was written when the contract was signed. It is a record of when and how that happened.',
    },
    { kind: 'table', caption: 'How it was signed', rows: evidenceRows(opened) },
    ...(second ? countersigningParts(opened) : []),
    { kind: 'heading', level: 2, text: 'Is this file genuine?' },
    {
      kind: 'paragraph',
      text: `We keep a fingerprint of this file. At ${publicUrl}/verify you can check that not one letter of it was changed since.`,
    },
  ];
}

function countersigningParts(opened: OpenContract): PdfPart[] {
  const text = 'How the representative signed';
  return [
    { kind: 'heading', level: 2, text },
    { kind: 'table', caption: text, rows: countersigningRows(opened) },
  ];
}
