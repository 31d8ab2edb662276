import { longDate } from '@claimdesk/forms/calendar';
import type { Types } from 'mongoose';
import { answerParts } from '#api/casework/submissions/answers-pdf-document.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { PdfDocument, PdfPart } from '#api/platform/documents/pdf/pdf-document.ts';
import type { Agreement } from './agreement/agreement.ts';
import { loadAgreement } from './agreement/stored-agreements.ts';
import { type Contract, contractsCollection } from './contract.model.ts';
import { evidenceRows } from './evidence-rows.ts';
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

/**
 * Builds the PDF document of a signed contract from its record alone, so that it can be rendered at any time and always
 * reads the same.
 */
export async function writeContractPdfDocument(
  _id: Types.ObjectId,
  deps: Dependencies,
): Promise<PdfDocument> {
  const contract = await contractsCollection.model(deps.portal).findOne({ _id }).lean<Contract>().orFail();
  const opened = await openContract(contract, deps);
  const agreement = await loadAgreement(contract.agreement, deps.portal);
  const { reference, signed_at: date, evidence } = contract;
  return {
    title: agreement.title,
    firm: evidence.firm,
    reference,
    date,
    parts: [
      ...agreementParts(agreement, opened),
      { kind: 'heading', level: 1, text: 'Your details', newPage: true },
      ...answerParts(opened.definition, opened.answers, copyRedaction),
      ...signatureParts(opened),
      ...evidenceParts(opened, deps.settings.PUBLIC_URL),
    ],
  };
}

function agreementParts({ lead, sections }: Agreement, { contract, answers }: OpenContract): PdfPart[] {
  return [
    {
      kind: 'paragraph',
      text: `Between ${answers.signature_name} and ${firmIn(contract)}. Signed electronically on ${longDate(contract.signature_date)}.`,
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

function signatureParts({ contract, answers }: OpenContract): PdfPart[] {
  return [
    { kind: 'heading', level: 1, text: 'Signature' },
    { kind: 'paragraph', text: 'The person who signed ticked these boxes:' },
    { kind: 'list', items: contract.evidence.consents },
    {
      kind: 'signature',
      name: String(answers.signature_name),
      lines: [`Signed electronically on ${longDate(contract.signature_date)} (Eastern time)`],
    },
  ];
}

function evidenceParts(opened: OpenContract, publicUrl: string): PdfPart[] {
  return [
    { kind: 'heading', level: 1, text: 'How it was signed', newPage: true },
    {
      kind: 'paragraph',
      text: 'This page was written when the contract was signed. It is a record of when and how that happened.',
    },
    { kind: 'table', caption: 'How it was signed', rows: evidenceRows(opened) },
    { kind: 'heading', level: 2, text: 'Is this file genuine?' },
    {
      kind: 'paragraph',
      text: `We keep a fingerprint of this file. At ${publicUrl}/verify you can check that not one letter of it was changed since.`,
    },
  ];
}
