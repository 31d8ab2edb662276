import type { EmailParts, Firm } from './email-parts.ts';
import { type WrittenEmail, writeEmail } from './write-email.ts';

interface Confirmation {
  firm: Firm;
  reference: string;
  subject: string;
  /** The words with which the confirmation page opens. */
  title: string;
  text: string;
  /** Further information, one paragraph each. */
  more?: string[];
  /** Completes the sentence "If you did not": someone else may have typed this address. */
  senderAction: string;
  action?: EmailParts['action'];
}

/**
 * Tells the sender of any form that it has arrived: what happens next, the reference, and what to do if it was not them.
 * It contains none of the answers, since other people may read the email too; of a denial letter only the last day to
 * appeal, which its reader must not miss.
 */
export function writeConfirmation({
  firm,
  reference,
  subject,
  title,
  text,
  more = [],
  senderAction,
  action,
}: Confirmation): WrittenEmail {
  const call = firm.phone ? `call us at ${firm.phone}` : 'call us';
  return writeEmail({
    firm,
    subject: `${subject}, reference ${reference}`,
    heading: title,
    paragraphs: [
      text,
      ...more,
      'Keep your reference, and have it ready when you talk to us.',
      `If you did not ${senderAction}, please ${call} and tell us the reference. Somebody else may have used your email address.`,
    ],
    ...(action && { action }),
    reference,
  });
}
