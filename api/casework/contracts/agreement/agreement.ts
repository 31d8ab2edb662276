import { createHash } from 'node:crypto';
import text from './agreement.json' with { type: 'json' };

/** The contract's text, for the page and the PDF. Figures are part of the text, so a new figure makes a new version. */
export interface Agreement {
  /** The first 16 hex digits of SHA-256 over the text. */
  version: string;
  title: string;
  lead: string;
  sections: AgreementSection[];
}

export interface AgreementSection {
  /** Used as its anchor. */
  id: string;
  heading: string;
  parts: (string | { list: string[] })[];
}

/** The text that visitors currently read and sign. */
export const currentAgreement = versioned(text);

/** @returns the text with its version, which is derived from its words. */
export function versioned(words: Omit<Agreement, 'version'>): Agreement {
  const { title, lead, sections } = words;
  const version = createHash('sha256')
    .update(JSON.stringify({ title, lead, sections }))
    .digest('hex')
    .slice(0, 16);
  return { version, title, lead, sections };
}
