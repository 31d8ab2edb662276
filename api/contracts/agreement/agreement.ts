import { createHash } from 'node:crypto';
import text from './agreement.json' with { type: 'json' };

/** The contract's text, ready for a page and for a document. Figures stand in it as words: a new figure is a new text. */
export interface Agreement {
  /** The first 16 hex digits of SHA-256 over the text. */
  version: string;
  title: string;
  lead: string;
  sections: AgreementSection[];
}

export interface AgreementSection {
  /** Its anchor. */
  id: string;
  heading: string;
  parts: (string | { list: string[] })[];
}

/** What visitors read and sign today. */
export const currentAgreement = versioned(text);

/** @returns the text with the version that its words make. */
export function versioned(words: Omit<Agreement, 'version'>): Agreement {
  const { title, lead, sections } = words;
  const version = createHash('sha256')
    .update(JSON.stringify({ title, lead, sections }))
    .digest('hex')
    .slice(0, 16);
  return { version, title, lead, sections };
}
