import type { Types } from 'mongoose';
import type { Deps } from '../connect.ts';
import { answerParts } from '../documents/answers-paper.ts';
import type { Paper, PaperPart } from '../documents/paper.ts';
import type { Agreement } from './agreement/agreement.ts';
import { loadAgreement } from './agreement/kept-agreements.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { evidenceRows, longDate } from './evidence-rows.ts';
import { type OpenContract, openContract } from './open-contract.ts';

/**
 * What stands of the answers in a copy. Neither number nor date of birth, since a copy can go anywhere: SPEC section 9
 * shows staff the last four digits, and nobody else any. Line 2 of the address stands in line 1.
 */
export const copyOfAnswers = { withheld: ['ssn', 'date_of_birth'], without: ['address_line_2'] };

type Needs = Pick<Deps, 'portal' | 'keys' | 'settings'>;

/**
 * Writes the paper of a signed contract from its record alone, so that it can be printed at any time and reads the same
 * every time.
 */
export async function writeContractPaper(_id: Types.ObjectId, deps: Needs): Promise<Paper> {
  const contract = await contractModel(deps.portal).findOne({ _id }).lean<Contract>().orFail();
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
      ...answerParts(opened.definition, opened.answers, copyOfAnswers),
      ...signatureParts(opened),
      ...evidenceParts(opened, deps.settings.PUBLIC_URL),
    ],
  };
}

function agreementParts({ lead, sections }: Agreement, { contract, answers }: OpenContract): PaperPart[] {
  const firm = contract.evidence.firm || 'our firm';
  return [
    {
      kind: 'paragraph',
      text: `Between ${answers.signature_name} and ${firm}. Signed electronically on ${longDate(contract.signature_date)}.`,
    },
    { kind: 'heading', level: 1, text: 'The agreement' },
    { kind: 'paragraph', text: lead },
    ...sections.flatMap(({ heading, parts }): PaperPart[] => [
      { kind: 'heading', level: 2, text: heading },
      ...parts.map(
        (part): PaperPart =>
          typeof part === 'string' ? { kind: 'paragraph', text: part } : { kind: 'list', items: part.list },
      ),
    ]),
  ];
}

function signatureParts({ contract, answers }: OpenContract): PaperPart[] {
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

function evidenceParts(opened: OpenContract, publicUrl: string): PaperPart[] {
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
