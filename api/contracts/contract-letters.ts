import { getForm } from '@claimdesk/forms/registry';
import type { Types } from 'mongoose';
import { writeConfirmation } from '../outbox/confirmation.ts';
import type { Letter } from '../outbox/enqueue.ts';
import type { Firm } from '../outbox/letter-parts.ts';
import { writeStaffNotice } from '../outbox/staff-notice.ts';
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
  const toSigner = writeConfirmation({
    firm,
    reference,
    subject: 'Your signed contract',
    ui: getForm('contract').ui,
    more: [
      'Your signed contract is attached as a PDF file. Please keep it. Your Social Security number and your date of birth are not in it.',
      'You may end the agreement at any time, and a paper copy is free. For both, call us.',
    ],
    deed: 'sign a contract with us',
    action: { label: 'Check that the file is genuine', url: `${PUBLIC_URL}/verify` },
  });
  const toStaff = writeStaffNotice({
    firm,
    thing: 'signed contract',
    reference,
    url: `${PUBLIC_URL}/admin/contracts`,
  });
  const attachments = [{ document: document.toHexString(), fileName: `${reference}.pdf` }];
  return [
    { kind: 'contract-signed', to: email, ...toSigner, attachments },
    { kind: 'contract-notice', to: STAFF_EMAIL, ...toStaff },
  ];
}
