import type { PdfDocument, PdfPart } from '#api/platform/documents/pdf/pdf-document.ts';

/** What we know about a client and their claim, as it is printed in a form; '' where we do not know it. */
export interface KnownFacts {
  name: string;
  dateOfBirth: string;
  /** The last four digits only: a form travels. */
  ssn: string;
  address: string;
  phone: string;
  /** When the client signed our contract, and its reference. */
  contract: string;
  /** The firm, and its phone number. */
  returnTo: string;
}

/** Prints as room to write in every place. */
export const nothingKnown: KnownFacts = {
  name: '',
  dateOfBirth: '',
  ssn: '',
  address: '',
  phone: '',
  contract: '',
  returnTo: '',
};

/** A form to print and fill in by hand. */
export interface PaperForm {
  title: string;
  /** The day of its last change, `YYYY-MM-DD`. */
  revised: string;
  parts: readonly PaperPart[];
}

/** A part of the document, or a table of what we know, where each row that we do not know leaves room to write. */
export type PaperPart = PdfPart | { kind: 'known'; caption: string; rows: readonly KnownRow[] };

interface KnownRow {
  label: string;
  fact: keyof KnownFacts;
}

/** @returns the form as a document, with the facts filled in. */
export function fillPaperForm(
  { title, parts }: PaperForm,
  facts: KnownFacts,
  { firm, date }: Pick<PdfDocument, 'firm' | 'date'>,
): PdfDocument {
  return {
    title,
    firm,
    date,
    reference: null,
    parts: parts.map((part) =>
      part.kind === 'known'
        ? {
            kind: 'table',
            caption: part.caption,
            rows: part.rows.map(({ label, fact }) => ({ label, value: facts[fact] })),
          }
        : part,
    ),
  };
}
