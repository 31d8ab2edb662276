import type { FormUi } from '@claimdesk/forms/definition';
import type { Firm, LetterParts } from './letter-parts.ts';
import { type Written, writeLetter } from './write-letter.ts';

interface Confirmed {
  firm: Firm;
  reference: string;
  subject: string;
  /** Of the form: its confirmation opens the letter in the words of the page (SPEC section 8). */
  ui: Pick<FormUi, 'successTitle' | 'successText'>;
  /** What else happens or is of use, one paragraph each. */
  more?: string[];
  /** After "If you did not": somebody else may have typed this address. */
  deed: string;
  action?: LetterParts['action'];
}

/**
 * Tells somebody that what they sent has arrived, the same way for every form: what happens next, the reference, and what
 * to do if it was not them. It says nothing of what they sent, since mail is read by others too.
 */
export function writeConfirmation({
  firm,
  reference,
  subject,
  ui,
  more = [],
  deed,
  action,
}: Confirmed): Written {
  const call = firm.phone ? `call us at ${firm.phone}` : 'call us';
  return writeLetter({
    firm,
    subject: `${subject}, reference ${reference}`,
    heading: ui.successTitle,
    paragraphs: [
      ui.successText,
      ...more,
      'Keep your reference, and have it ready when you talk to us.',
      `If you did not ${deed}, please ${call} and tell us the reference. Somebody else may have used your email address.`,
    ],
    ...(action && { action }),
    reference,
  });
}
