import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../../tests/setup/deps.ts';
import { writeConfirmation } from './confirmation.ts';
import { readEmails } from './fixtures/read-emails.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  deps.outbox.start();
});
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;

/** @returns the delivered emails about a reference: to its sender and to staff. */
async function delivered(reference: string): Promise<{ toSender: Email; toStaff: Email }> {
  return vi.waitFor(async () => {
    const emails = await readEmails(process.env.DATA_DIR ?? '');
    const found = emails.filter(({ subject }) => subject?.includes(reference));
    expect(found).toHaveLength(2);
    const isStaff = ({ to }: Email) => to?.[0]?.address === 'staff@claimdesk.example';
    const [toStaff, toSender] = [found.find(isStaff), found.find((email) => !isStaff(email))];
    if (!toStaff || !toSender) throw new Error('Both emails are needed.');
    return { toSender, toStaff };
    // The contract's email waits for its PDF: where that is not made yet, it is tried again after 10 seconds, then 20.
  }, 90_000);
}

const words = (html = '') =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');

const forms = [
  {
    form: 'case evaluation',
    answers: evaluationAnswers,
    send: () =>
      submissionHandlers['case-evaluation'].submit(
        { answers: evaluationAnswers, key: 'confirmed' },
        { deps },
      ),
    says: ['Case Evaluation Submitted!', 'A disability expert will contact you within 24 hours.'],
    page: '/admin/case-evaluations',
  },
  {
    form: 'attorney application',
    answers: applicationAnswers,
    send: () =>
      submissionHandlers['attorney-application'].submit(
        { answers: applicationAnswers, key: 'confirmed' },
        { deps },
      ),
    says: ['Application Submitted!', 'We will review your application and contact you.'],
    page: '/admin/attorney-applications',
  },
  {
    form: 'signed contract',
    answers: contractAnswers,
    send: () =>
      contractHandler.submit({ answers: contractAnswers, key: 'confirmed', agreement }, { ...signing, deps }),
    says: ['Contract Signed Successfully!', 'We will contact you shortly to discuss your case.'],
    page: '/admin/contracts',
  },
];

describe.each(forms)('the email about a new $form', ({ form, answers, send, says, page }) => {
  let reference: string;
  let emails: { toSender: Email; toStaff: Email };
  beforeAll(async () => {
    await empty(deps, 'limits', 'staff_notices');
    ({ reference } = await send());
    emails = await delivered(reference);
  }, 100_000);

  it('tells its sender in text and HTML that it arrived, what happens next, and what to do if it was not them', () => {
    const { toSender } = emails;
    expect(toSender.to?.[0]?.address).toBe(answers.email);
    for (const body of [toSender.text?.replace(/\s+/g, ' ') ?? '', words(toSender.html)]) {
      for (const each of [
        ...says,
        `Your reference: ${reference}`,
        'have it ready when you talk to us',
        'If you did not',
        'call us',
        'Somebody else may have used your email address.',
      ])
        expect(body).toContain(each);
    }
  });

  it('tells staff its kind, its reference and where to read it', () => {
    const { toStaff } = emails;
    expect(toStaff.subject).toBe(`New ${form} ${reference}`);
    expect(toStaff.attachments).toHaveLength(0);
    for (const body of [toStaff.text, toStaff.html]) {
      expect(body).toContain(reference);
      expect(body).toContain(page);
    }
  });

  it('contains no answer and no name', () => {
    for (const { subject, text, html } of Object.values(emails)) {
      for (const value of Object.values(answers).filter((each) => String(each).length > 4))
        expect(`${subject} ${text} ${words(html)}`).not.toContain(String(value));
    }
  });
});

it.each([
  ['(555) 010-0100', 'please call us at (555) 010-0100 and tell us the reference'],
  ['', 'please call us and tell us the reference'],
])('gives the firm’s phone number, if it has one, to a recipient who sent nothing: %s', (phone, says) => {
  const firm = { name: 'Acme', phone, phoneHref: 'tel:+15550100100' };
  const ui = { successTitle: 'Sent!', successText: 'We call you.' };
  const confirmation = { firm, ui, reference: 'K7QH-M9XC', subject: 'We have it', senderAction: 'send it' };
  expect(writeConfirmation(confirmation).text).toContain(`If you did not send it, ${says}`);
});
