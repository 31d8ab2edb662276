import type { PdfDocument, PdfGrid, PdfPart } from '#api/platform/documents/pdf/pdf-document.ts';

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
  /** Where the client was treated, a row of cells for each treatment. */
  treatments: readonly (readonly string[])[];
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
  treatments: [],
  returnTo: '',
};

export interface PaperForm {
  title: string;
  /** The day of its last change, `YYYY-MM-DD`. */
  revised: string;
  parts: readonly PaperPart[];
}

/**
 * A part of the document; or a table of known facts, with blanks for unknown ones; or a grid that begins with the known
 * treatments.
 */
export type PaperPart =
  | PdfPart
  | { kind: 'known'; caption: string; rows: readonly KnownRow[] }
  | { kind: 'treatments'; caption: string; columns: readonly string[] };

/** @param labels of rows to fill in. */
export const table = (caption: string, labels: readonly string[]): PaperPart => ({
  kind: 'table',
  caption,
  rows: labels.map((label) => ({ label, value: '' })),
});
export const heading = (level: 1 | 2, text: string): PaperPart => ({ kind: 'heading', level, text });
export const paragraph = (text: string): PaperPart => ({ kind: 'paragraph', text });
export const blank = (label: string, lines: number): PaperPart => ({ kind: 'blank', label, lines });
export const choices = (label: string, options: readonly string[]): PaperPart => ({
  kind: 'choices',
  label,
  options,
});
export const grid = (
  cells: PdfGrid['cells'],
  caption: string,
  columns: readonly string[],
  rows: readonly string[],
): PaperPart => ({ kind: 'grid', caption, columns, rows, cells });

interface KnownRow {
  label: string;
  fact: Exclude<keyof KnownFacts, 'treatments'>;
}

/** So many treatments there is room for; and for a few more where we know as many. */
const treatmentRows = 7;
const moreTreatmentRows = 3;

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
    parts: parts.map((part) => fillPart(part, facts)),
  };
}

function fillPart(part: PaperPart, facts: KnownFacts): PdfPart {
  if (part.kind === 'known') {
    const rows = part.rows.map(({ label, fact }) => ({ label, value: facts[fact] }));
    return { kind: 'table', caption: part.caption, rows };
  }
  return part.kind === 'treatments' ? treatmentGrid(part, facts) : part;
}

function treatmentGrid(
  { caption, columns }: Extract<PaperPart, { kind: 'treatments' }>,
  { treatments }: KnownFacts,
): PdfGrid {
  const blank = Math.max(treatmentRows - treatments.length, moreTreatmentRows);
  const rows = Array.from({ length: blank }, () => '');
  return { kind: 'grid', caption, columns, filled: treatments, rows, cells: 'room' };
}
