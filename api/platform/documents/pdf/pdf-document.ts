/** A document as a list of parts, before it is rendered. Plain data, so that it can be posted to the worker thread. */
export interface PdfDocument {
  title: string;
  /** The firm's name: at the top of the document and in its properties as the author. */
  firm: string;
  /** Identifies the document on every page and in its properties; null for one that has no record, such as a form to fill in. */
  reference: string | null;
  /** When the recorded event happened: the file's creation date, so that the same document always renders to the same bytes. */
  date: Date;
  parts: PdfPart[];
}

export type PdfPart =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; newPage?: boolean }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; caption: string; rows: PdfRow[] }
  | { kind: 'signature'; name: string; lines: string[] }
  /** Ruled lines to write on. */
  | { kind: 'blank'; label: string; lines: number }
  /** Boxes to check. */
  | { kind: 'choices'; label: string; options: readonly string[] }
  | PdfGrid;

/** A table to fill in by hand: each row begins with its label, and its other cells hold a box to check or room to write. */
export interface PdfGrid {
  kind: 'grid';
  caption: string;
  /** The first one is that of the labels. */
  columns: readonly string[];
  /** Rows that come first, with the text of each cell; '' and what is left out is room to write. */
  filled?: readonly (readonly string[])[];
  /** Their labels; '' for a row that is blank from its first cell on. */
  rows: readonly string[];
  cells: 'box' | 'room';
}

export interface PdfRow {
  label: string;
  /** '' leaves room to write. */
  value: string;
}
