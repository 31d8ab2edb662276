import type { Types } from 'mongoose';
import type { Letter } from '../outbox/enqueue.ts';
import type { Firm } from '../outbox/letter-parts.ts';
import { writeLetter } from '../outbox/write-letter.ts';
import type { Settings } from '../settings.ts';

interface Signed {
  reference: string;
  email: string;
  /** Id of the PDF, which is read when the letter is sent. */
  document: Types.ObjectId;
  firm: Firm;
}

/** @returns the letters that go out when a contract is signed: to its signer with the PDF, to staff without anything personal. */
export function lettersOf(
  { reference, email, document, firm }: Signed,
  { STAFF_EMAIL, PUBLIC_URL }: Pick<Settings, 'STAFF_EMAIL' | 'PUBLIC_URL'>,
): (Letter & { kind: string })[] {
  const toSigner = writeLetter({
    firm,
    subject: `Your signed contract, reference ${reference}`,
    heading: 'Contract Signed Successfully!',
    paragraphs: [
      'We will contact you shortly to discuss your case.',
      'Your signed contract is attached as a PDF file. Please keep it. Your Social Security number and your date of birth are not in it.',
      'You may end the agreement at any time, and a paper copy is free. For both, call us.',
      'If you did not sign a contract with us, please call us and delete this email.',
    ],
    action: { label: 'Check that the file is genuine', url: `${PUBLIC_URL}/verify` },
    reference,
  });
  const toStaff = writeLetter({
    firm,
    subject: `Contract signed ${reference}`,
    heading: 'A contract was signed',
    paragraphs: [
      `The reference is ${reference}. Sign in to the back office to read it and to call the client.`,
    ],
    action: { label: 'Open the back office', url: `${PUBLIC_URL}/admin/contracts` },
  });
  const attachments = [{ document: document.toHexString(), fileName: `${reference}.pdf` }];
  return [
    { kind: 'contract-signed', to: email, ...toSigner, attachments },
    { kind: 'contract-notice', to: STAFF_EMAIL, ...toStaff },
  ];
}
