import { getForm } from '@claimdesk/forms/registry';
import type { Types } from 'mongoose';
import { writeConfirmation } from '#api/platform/email/confirmation.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import type { QueuedEmail } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import type { Settings } from '#api/platform/settings.ts';

interface SignedContract {
  reference: string;
  email: string;
  /** Id of the PDF, which is read when the email is sent. */
  document: Types.ObjectId;
  firm: Firm;
}

/** @returns the email to the signer, with the PDF attached. */
export function signerEmail(
  { reference, email, document, firm }: SignedContract,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): QueuedEmail {
  const { successTitle: title, successText: text } = getForm('contract').ui;
  const written = writeConfirmation({
    firm,
    reference,
    subject: 'Your signed contract',
    title,
    text,
    more: [
      'Your signed contract is attached as a PDF file. Please keep it. Your Social Security number and your date of birth are not in it.',
      `We do not represent you yet. That begins when we file the form that names your representative. Until then, your deadline keeps running. Find your appeal deadline: ${PUBLIC_URL}/appeal-denial#deadline`,
      'You may end the agreement at any time, and a paper copy is free. For both, call us.',
    ],
    senderAction: 'sign a contract with us',
    action: { label: 'Check that the file is genuine', url: `${PUBLIC_URL}/verify` },
  });
  const attachments = [{ document: document.toHexString(), fileName: `${reference}.pdf` }];
  return { kind: 'contract-signed', to: email, ...written, attachments };
}

interface ContractNews {
  to: string;
  /** Whether the client has an account in which the news can be read. */
  isConfirmed: boolean;
  firm: Firm;
}

/** @returns an email that there is news and not what, since other people may read the client's mail. */
export function contractNewsEmail(
  { to, isConfirmed, firm }: ContractNews,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): QueuedEmail {
  const title = 'There is news about your contract';
  const written = writeEmail({
    firm,
    subject: title,
    heading: title,
    paragraphs: [
      isConfirmed ? 'Log in to read it.' : 'Call us to hear it.',
      'We never ask for your Social Security number or your PIN by email.',
    ],
    ...(isConfirmed && { action: { label: 'Your downloads', url: `${PUBLIC_URL}/client-portal/downloads` } }),
  });
  return { kind: 'contract-news', to, ...written };
}
