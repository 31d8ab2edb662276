import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Jobs, makeJobs } from '#api/platform/jobs/jobs.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { type Email, enqueue } from './enqueue.ts';
import { type MailServer, refusal, startMailServer } from './fixtures/mail-server.ts';
import { makeMailer } from './mailer.ts';
import { writeEmail } from './write-email.ts';

let deps: Deps;
let server: MailServer | undefined;
let worker: Jobs | undefined;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'outbox'));
afterEach(async () => {
  await worker?.stop();
  await server?.close();
  worker = undefined;
  server = undefined;
});
afterAll(() => deps.close());

const firm = { name: 'Firm & Söhne', phone: '(555) 010-0100', phoneHref: 'tel:+15550100100' };
const written = writeEmail({
  firm,
  subject: 'A subject – with a dash',
  heading: 'Heading',
  paragraphs: ['Text'],
});
const to = 'reader@example.com';

const queue = (more: Partial<Email> = {}) =>
  inTransaction(deps.portal, (session) =>
    enqueue(
      { kind: 'staff-notice', to, ...written, ...more },
      { portal: deps.portal, keys: deps.keys, session },
    ),
  );
const outbox = () => deps.portal.collection('outbox');
const row = () => outbox().findOne({});
const makeDue = () => outbox().updateMany({ state: 'queued' }, { $set: { due_at: new Date(0) } });

function deliverTo(url: string): void {
  const mailer = makeMailer({ ...deps.settings, SMTP_URL: url });
  const readDocument = async () => ({ content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' });
  const { portal, keys, log } = deps;
  worker = makeJobs([deliverOutbox({ portal, keys, mailer, log, readDocument })], deps);
  worker.start();
}

async function outcome(): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const found = await row();
    if (!found?.fault && found?.state === 'queued') throw new Error('not attempted yet');
    return found ?? {};
  });
}

describe('a mail server that accepts', () => {
  it('gets the email in text and HTML with its document, from the firm, once', async () => {
    server = await startMailServer();
    await queue({ attachments: [{ document: 'd1', fileName: 'agreement.pdf' }] });
    deliverTo(server.url);
    expect(await outcome()).toMatchObject({ state: 'sent', attempts: 1 });
    const [email] = server.received;
    expect(email).toMatchObject({
      subject: written.subject,
      from: { name: firm.name, address: 'no-reply@localhost' },
      to: [{ address: to }],
      messageId: `<${(await row())?._id}@localhost>`,
      attachments: [{ filename: 'agreement.pdf', mimeType: 'application/pdf' }],
    });
    expect(email?.text?.trim()).toBe(written.text);
    expect(email?.html?.trim()).toBe(written.html.trim());
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail server that refuses', () => {
  it.each([
    [
      'the recipient permanently',
      550,
      'onRcptTo',
      { state: 'dead', fault: 'recipient-refused', attempts: 1 },
    ],
    ['the recipient for now', 450, 'onRcptTo', { state: 'queued', fault: 'asked-to-wait', attempts: 1 }],
    ['us as the sender', 553, 'onMailFrom', { state: 'queued', fault: 'sender-refused', attempts: 1 }],
    ['to talk to us', 554, 'onConnect', { state: 'queued', fault: 'sender-refused', attempts: 1 }],
    ['to talk to us now', 421, 'onConnect', { state: 'queued', fault: 'asked-to-wait', attempts: 1 }],
  ] as const)('%s (%i)', async (_what, code, step, expected) => {
    const refuse = (_argument: unknown, ...rest: unknown[]) =>
      (rest.at(-1) as (error: Error) => void)(refusal(code));
    server = await startMailServer({ [step]: refuse });
    await queue();
    deliverTo(server.url);
    const after = await outcome();
    expect(after).toMatchObject({ ...expected, letter: expect.stringMatching(/^v2\./) });
    await eventually(async () => expect(await row()).not.toHaveProperty('leased_until'));
    expect(JSON.stringify(after)).not.toContain('address.example');
    expect('dead_at' in after).toBe(expected.state === 'dead');
  });

  it.each([
    ['the email permanently', 554, { state: 'dead', fault: 'letter-refused' }],
    ['the email for now', 451, { state: 'queued', fault: 'asked-to-wait' }],
  ] as const)('%s (%i)', async (_what, code, expected) => {
    server = await startMailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.once('end', () => done(refusal(code)));
      },
    });
    await queue();
    deliverTo(server.url);
    expect(await outcome()).toMatchObject(expected);
  });

  it('our sign-in, which is fixed in our settings, so the email waits', async () => {
    server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    await queue();
    deliverTo(server.url.replace('//', '//user:wrong@'));
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'sign-in-refused' });
  });

  it('for now, and accepts later: the email arrives', async () => {
    let refusals = 2;
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(refusal(451)) : done()),
    });
    await queue();
    deliverTo(server.url);
    await eventually(async () => {
      await makeDue();
      expect(await row()).toMatchObject({ state: 'sent', attempts: 3 });
    });
    expect(server.received).toHaveLength(1);
    expect(await row()).not.toHaveProperty('fault');
  });
});

describe('a mail server that fails', () => {
  it('when nothing listens at its address, the email waits', async () => {
    server = await startMailServer();
    const { url } = server;
    await server.close();
    server = undefined;
    await queue();
    deliverTo(url);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'no-connection' });
  });

  it('when it drops the connection halfway, the email waits', async () => {
    const dropping = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 here\r\n');
      socket.once('data', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(dropping, 'listening');
    const address = dropping.address();
    await queue();
    deliverTo(`smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'dropped' });
    dropping.close();
  });

  it('when it never responds, the email waits', { tags: 'thorough' }, async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    await queue();
    deliverTo(`smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'timeout' });
    silent.close();
  });
});

describe('a process that is killed between sending and recording it', { tags: 'thorough' }, () => {
  it('leaves an email that is sent again with the same Message-ID, and not before its lease expires', async () => {
    let kill = () => {};
    server = await startMailServer({}, () => kill());
    await queue();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/deliver.ts')], {
      env: { ...process.env, SMTP_URL: server.url },
      stdio: 'ignore',
    });
    kill = () => child.kill('SIGKILL');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    kill = () => {};
    const left = await row();
    expect(left).toMatchObject({ state: 'queued', attempts: 1 });
    expect(left?.due_at.getTime()).toBeGreaterThan(Date.now());
    await makeDue();
    deliverTo(server.url);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent', attempts: 2 }));
    const ids = server.received.map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${left?._id}@localhost>`, `<${left?._id}@localhost>`]);
  });
});
