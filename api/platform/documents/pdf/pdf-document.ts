/** A document as a list of parts, before it is rendered. Plain data, so that it can be posted to the worker thread. */
export interface PdfDocument {
  title: string;
  /** The firm's name: at the top of the document and in its properties as the author. */
  firm: string;
  /** Identifies the document on every page and in its properties. */
  reference: string;
  /** When the recorded event happened: the file's creation date, so that the same document always renders to the same bytes. */
  date: Date;
  parts: PdfPart[];
}

export type PdfPart =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; newPage?: boolean }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; caption: string; rows: PdfRow[] }
  | { kind: 'signature'; name: string; lines: string[] };

export interface PdfRow {
  label: string;
  value: string;
}
