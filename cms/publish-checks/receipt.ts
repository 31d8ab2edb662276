/** The collections whose publications are checked on the public pages. */
export type Followed = 'pages' | 'articles' | 'faq';

/** A public page that shows a document, and what is expected there. */
export interface Place {
  name: string;
  path: string;
  /** Occurs in the page for exactly this version; null for a page that disappears with the document. */
  marker: string | null;
  /** `there`: the page has the marker. `gone`: it hasn't, or doesn't exist. `moved`: the page at `to` has it. */
  expects: 'there' | 'gone' | 'moved';
  to?: string;
}

/** What a browser found. */
export interface Check {
  /** ISO 8601. */
  at: string;
  /** Milliseconds from the click to the last page; null without a click, as for a scheduled change. */
  ms: number | null;
  /** The paths at which it was not found in time. */
  missing: string[];
}

/** How long a browser polls before it reports a problem: longer than any cache lives. */
export const waitMs = 65_000;
/** With several servers behind one address a hit proves only one of them, so this many in a row are required. */
export const hitsInARow = 3;
