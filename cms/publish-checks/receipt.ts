/** The collections whose publications are followed to the pages that show them. */
export type Followed = 'pages' | 'articles' | 'faq';

/** A public page that shows a document, and what must be found there. */
export interface Place {
  /** What editors call the page. */
  name: string;
  path: string;
  /** Stands in the answer for exactly the version in question; null for a page that goes with the document. */
  marker: string | null;
  /** `there`: the marker is found. `gone`: it isn't, or the page is not there. `moved`: it is found where `to` says. */
  expects: 'there' | 'gone' | 'moved';
  to?: string;
}

/** What a browser found. */
export interface Check {
  /** ISO 8601. */
  at: string;
  /** Milliseconds from the click to the last page; null where the click was not seen, as with a scheduled change. */
  ms: number | null;
  /** The paths at which it was not found within the time. */
  missing: string[];
}

/** How long a browser looks before it says that something is wrong: longer than anything is kept without a look. */
export const lookForMs = 65_000;
/** With several servers behind one address, one hit proves one server: so many in a row are asked for. */
export const hitsInARow = 3;
