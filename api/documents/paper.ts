/** A document as a list of parts, before it is printed. Plain data, so that it can go to the thread that prints. */
export interface Paper {
  title: string;
  /** Whose document it is: stands at its top and as its author. */
  firm: string;
  /** What the document is called by on every page and in its properties. */
  reference: string;
  /** When what it tells happened. Stands in the file's properties, so the same paper always prints to the same bytes. */
  date: Date;
  parts: PaperPart[];
}

export type PaperPart =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; newPage?: boolean }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; caption: string; rows: PaperRow[] }
  | { kind: 'signature'; name: string; lines: string[] };

export interface PaperRow {
  label: string;
  value: string;
}
