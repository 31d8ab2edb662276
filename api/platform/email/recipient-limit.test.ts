import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Jobs, makeJobs } from '#api/platform/jobs/jobs.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { type EmailKind, enqueue } from './enqueue.ts';
import { type MailServer, refusal, startMailServer } from './fixtures/mail-server.ts';
import { makeMailer } from './mailer.ts';
import { mailboxOf, makeRecipientLimit } from './recipient-limit.ts';

let deps: Deps;
let server: MailServer;
let workers: Jobs[] = [];
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'outbox', 'limits', 'staff_notices', 'case_evaluations', 'attorney_applications');
  workers = [];
});
afterAll(() => deps.close());

const firm = { name: 'Firm', phone: '(555) 010-0100', phoneHref: 'tel:+15550100100' };
const last = 'We will not email you again about this today';

/** Delivers the outbox to a mail server until nothing is queued. @returns the emails that arrived. */
async function deliver({ processes = 1, answer = (): boolean => true } = {}): Promise<Email[]> {
  server = await startMailServer({
    onRcptTo: (_address, _session, done) => (answer() ? done() : done(refusal(451))),
  });
  const options = {
    portal: deps.portal,
    keys: deps.keys,
    mailer: makeMailer({ ...deps.settings, SMTP_URL: server.url }),
    readDocument: async () => ({ content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }),
    limitRecipient: makeRecipientLimit(deps.limits, async () => firm),
    log: deps.log,
  };
  workers = Array.from({ length: processes }, () => makeJobs([deliverOutbox(options)], deps));
  for (const each of workers) each.start();
  try {
    await eventually(async () => {
      await outbox().updateMany(
        { state: 'queued', fault: { $exists: true } },
        { $set: { due_at: new Date(0) } },
      );
      expect(await outbox().countDocuments({ state: 'queued' })).toBe(0);
    });
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
    await server.close();
  }
  return server.received;
}

const outbox = () => deps.portal.collection('outbox');
const queue = (to: string, kind: EmailKind = 'resume-link') =>
  inTransaction(deps.portal, (session) =>
    enqueue(
      { kind, to, sender: 'Firm', subject: `To ${to}`, text: 'Text', html: '<p>Text</p>' },
      { portal: deps.portal, keys: deps.keys, session },
    ),
  );

describe('a stranger who types one address into many forms', () => {
  const to = 'victim@example.com';
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
  const agreement = currentAgreement.version;

  it('has every form accepted, and the address gets three confirmations, one last notice, and no more', async () => {
    const answers = { ...evaluationAnswers, email: to };
    const references = new Set<string>();
    for (let sent = 0; sent < 10; sent += 1) {
      const { reference } = await submissionHandlers['case-evaluation'].submit(
        { answers, key: `evaluation ${sent}` },
        { deps },
      );
      references.add(reference);
      const application = { ...applicationAnswers, email: to };
      references.add(
        (
          await submissionHandlers['attorney-application'].submit(
            { answers: application, key: `application ${sent}` },
            { deps },
          )
        ).reference,
      );
    }
    expect(references.size).toBe(20);
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(10);
    const received = await deliver({ processes: 3 });
    expect(received).toHaveLength(4);
    expect(received.filter(({ subject }) => subject === last)).toHaveLength(1);
    expect(await outbox().countDocuments({ state: 'withheld' })).toBe(16);
  });

  it('does not use up the limit for its owner’s contract, which arrives with the file', async () => {
    for (let sent = 0; sent < 5; sent += 1) await queue(to, 'evaluation-confirmation');
    await contractHandler.submit(
      { answers: { ...contractAnswers, email: to }, key: 'owner', agreement },
      { ...signing, deps },
    );
    const withFile = (await deliver()).filter(({ attachments }) => attachments.length > 0);
    expect(withFile).toHaveLength(1);
    expect(withFile[0]?.subject).toMatch(/^Your signed contract/);
  });
});

describe('the limit of a mailbox', () => {
  it('counts all spellings of an address as one, and sends to it as it was typed', async () => {
    const typed = [
      'Some.One@gmail.com',
      'someone+a@GMAIL.com',
      's.o.m.e.one@googlemail.com',
      'SOMEONE@gmail.com.',
    ];
    for (const to of [...typed, 'someone+b@gmail.com']) await queue(to);
    const received = await deliver();
    expect(received.filter(({ subject }) => subject?.startsWith('To '))).toHaveLength(3);
    expect(received.map(({ to }) => to?.[0]?.address)).toContain('Some.One@gmail.com');
  });

  it('is separate for each mailbox', async () => {
    for (const to of ['a@example.com', 'b@example.com'])
      for (let sent = 0; sent < 3; sent += 1) await queue(to);
    expect(await deliver()).toHaveLength(6);
  });

  it('does not apply to emails to staff', async () => {
    for (let sent = 0; sent < 8; sent += 1) await queue('staff@claimdesk.example', 'staff-notice');
    expect(await deliver()).toHaveLength(8);
  });

  it('counts an email once, however many attempts it takes', async () => {
    let refusals = 9;
    for (let sent = 0; sent < 3; sent += 1) await queue('retried@example.com');
    const received = await deliver({ answer: () => refusals-- <= 0 });
    expect(received.map(({ subject }) => subject)).toEqual(Array(3).fill('To retried@example.com'));
  });

  it('keeps neither the address nor the text of a withheld email', async () => {
    for (let sent = 0; sent < 6; sent += 1) await queue('kept@example.com');
    await deliver();
    const withheld = await outbox().find({ state: 'withheld' }).toArray();
    expect(withheld).toHaveLength(2);
    for (const row of withheld) {
      expect(row).not.toHaveProperty('letter');
      expect(row.dead_at).toBeInstanceOf(Date);
    }
    const counters = await deps.portal.collection('limits').find({}).toArray();
    expect(counters.length).toBeGreaterThan(0);
    expect(JSON.stringify(counters)).not.toMatch(/kept|example\.com/);
  });
});

describe('an address is counted', () => {
  it.each([
    ['Name@Example.COM', 'name@example.com'],
    ['name+tag+more@example.com', 'name@example.com'],
    ['first.last@example.com', 'first.last@example.com'],
    ['first.last+tag@googlemail.com', 'firstlast@gmail.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['name@bücher.example', 'name@xn--bcher-kva.example'],
    ['name@example.com.', 'name@example.com'],
  ])('%s as %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});
