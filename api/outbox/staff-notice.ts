import type { Firm } from './letter-parts.ts';
import { type Written, writeLetter } from './write-letter.ts';

/**
 * Tells staff that something arrived. Mail is read on phones, forwarded and kept for years, so it says what kind of thing
 * it is, its reference and where to read it after signing in, and nothing of what it holds.
 *
 * @param thing such as `case evaluation`. @param url of the back-office page that shows it.
 */
export function writeStaffNotice({
  firm,
  thing,
  reference,
  url,
}: {
  firm: Firm;
  thing: string;
  reference: string;
  url: string;
}): Written {
  return writeLetter({
    firm,
    subject: `New ${thing} ${reference}`,
    heading: `A new ${thing} has arrived`,
    paragraphs: [`The ${thing} ${reference} waits for review. Sign in to the back office to read it.`],
    action: { label: 'Open the back office', url },
  });
}
