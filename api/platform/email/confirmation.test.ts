import { longDate } from '@claimdesk/forms/calendar';
import { easternDay, easternWeekday } from '@claimdesk/forms/eastern-time';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listSubmissions } from '#api/casework/submissions/list-submissions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addFigures } from '../../../seed/figures.ts';
import { site } from '../../../seed/site.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { writeConfirmation } from './confirmation.ts';
import { readEmails } from './fixtures/read-emails.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  deps.jobs.start('mail', 'staff-notices');
});
afterAll(() => deps.close());

const weekdays = site.officeHours.map(({ day }) => day);

/** Opens the office on some days, around the clock or from 8 AM on. */
async function openOffice(on: readonly string[], opens: '00:00' | '08:00'): Promise<void> {
  const officeHours = weekdays.map((day) =>
    on.includes(day) ? { day, opens, closes: '23:59' } : { day, closed: true },
  );
  await deps.payload.updateGlobal({
    slug: 'site',
    data: { ...site, officeHours, closedHolidays: [] } as never,
  });
  deps.content.forget();
}

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;

/** @returns the delivered emails about a reference: to its sender and to staff. */
async function delivered(reference: string): Promise<{ toSender: Email; toStaff: Email }> {
  return eventually(async () => {
    const emails = await readEmails(process.env.DATA_DIR ?? '');
    const found = emails.filter(({ subject }) => subject?.includes(reference));
    expect(found).toHaveLength(2);
    const isStaff = ({ to }: Email) => to?.[0]?.address === 'staff@claimdesk.example';
    const [toStaff, toSender] = [found.find(isStaff), found.find((email) => !isStaff(email))];
    if (!toStaff || !toSender) throw new Error('Both emails are needed.');
    return { toSender, toStaff };
    // The contract's email waits for its PDF: where that is not made yet, it is tried again after 10 seconds, then 20.
  });
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
    await openOffice(weekdays, '00:00');
    await empty(deps, 'limits', 'staff_notices');
    ({ reference } = await send());
    emails = await delivered(reference);
  });

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

describe('the email about a case evaluation', () => {
  const { evaluations } = submissionKinds;
  const handler = submissionHandlers['case-evaluation'];
  const day = 86_400_000;

  /** Sends an evaluation. @returns what its sender reads by email and on the page, and what staff read in the list. */
  async function send(key: string, answers = {}, sender: { isRepresented?: boolean } = {}) {
    await empty(deps, 'limits', 'staff_notices');
    const { reference } = await handler.submit(
      { answers: { ...evaluationAnswers, ...answers }, key, ...sender },
      { deps },
    );
    // The notice to staff comes later, and is not needed here.
    const toSender = await eventually(async () => {
      const emails = await readEmails(process.env.DATA_DIR ?? '');
      const found = emails.find(
        ({ subject, to }) => subject?.includes(reference) && to?.[0]?.address === evaluationAnswers.email,
      );
      if (!found) throw new Error('It is not sent yet.');
      return found;
    });
    const { rows } = await listSubmissions(evaluations, {}, { deps });
    const row = rows.find((each) => each.reference === reference);
    const copy = await handler.findCopy(key, deps);
    if (!row || !copy) throw new Error('It was stored.');
    return { email: words(toSender.html), copy, row };
  }

  it('promises no day where nobody entered office hours, and neither do the page and the list', async () => {
    await openOffice([], '00:00');
    const { email, copy, row } = await send('never open');
    expect(email).toContain('A disability expert will contact you during our office hours.');
    expect([copy.callBack, row.callBy]).toEqual([undefined, null]);
  });

  it('names the day that the page and the list of staff name, where the office is closed for the next 24 hours', async () => {
    const opening = Date.now() + 3 * day;
    await openOffice([easternWeekday(opening)], '08:00');
    const { email, copy, row } = await send('closed');
    const time = `${easternWeekday(opening)}, 10:00\u00a0AM`;
    expect(email.replace(/\s/g, ' ')).toContain(
      `A disability expert will contact you by ${time} Eastern time.`.replace(/\s/g, ' '),
    );
    expect(email).not.toContain('24 hours');
    expect(copy.callBack).toBe(`by ${time} Eastern time`);
    expect(row.callBy).toMatchObject({ text: time, minutesLeft: expect.any(Number) });
    expect(easternDay(row.callBy?.at ?? '')).toBe(easternDay(opening));
  });

  it('says that we do not represent them yet to all but clients whose contract we have', async () => {
    await openOffice(weekdays, '00:00');
    const notYet = 'We do not represent you yet.';
    expect((await send('a stranger')).email).toContain(`${notYet} Your deadline keeps running.`);
    const { email } = await send('a client', {}, { isRepresented: true });
    expect(email).toContain('Your deadline keeps running.');
    expect(email).not.toContain(notYet);
  });

  it.each([
    ['ahead', 30, /Your last day to appeal is ([^.]+)\. If that day is near, do not wait for our call/],
    ['past', 90, /Your last day to appeal was ([^.]+)\. You may still be able to appeal/],
  ])(
    'names the last day to appeal that the page names: one that is %s',
    async (_where, ago, says) => {
      await openOffice(weekdays, '00:00');
      const { email, copy } = await send(`letter ${ago}`, {
        letter_date: easternDay(Date.now() - ago * day),
      });
      expect(copy.appealBy?.day).toMatch(/^\d{4}-/);
      expect(says.exec(email)?.[1]).toBe(longDate(copy.appealBy?.day ?? ''));
      expect(email).not.toContain('If you have a denial letter');
    },
    100_000,
  );
});

it.each([
  ['(555) 010-0100', 'please call us at (555) 010-0100 and tell us the reference'],
  ['', 'please call us and tell us the reference'],
])('gives the firm’s phone number, if it has one, to a recipient who sent nothing: %s', (phone, says) => {
  const firm = { name: 'Acme', phone, phoneHref: 'tel:+15550100100' };
  const opening = { title: 'Sent!', text: 'We call you.' };
  const confirmation = {
    firm,
    ...opening,
    reference: 'K7QH-M9XC',
    subject: 'We have it',
    senderAction: 'send it',
  };
  expect(writeConfirmation(confirmation).text).toContain(`If you did not send it, ${says}`);
});
