import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { inTransaction } from '../transaction.ts';
import { deliverOutbox, type Outbox } from './deliver-outbox.ts';
import { enqueue, type Letter } from './enqueue.ts';
import { type MailServer, refusal, startMailServer } from './fixtures/mail-server.ts';
import { makeMailer } from './mailer.ts';
import { writeLetter } from './write-letter.ts';

let deps: Deps;
let server: MailServer | undefined;
let worker: Outbox | undefined;
beforeAll(async () => {
  deps = await openDeps();
  await deps.outbox.stop();
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
const written = writeLetter({
  firm,
  subject: 'A subject – with a dash',
  heading: 'Heading',
  paragraphs: ['Text'],
});
const to = 'reader@example.com';

const put = (more: Partial<Letter> = {}) =>
  inTransaction(deps.portal, (session) =>
    enqueue(
      { kind: 'test', to, ...written, ...more },
      { portal: deps.portal, ring: deps.keys.fields, session },
    ),
  );
const outbox = () => deps.portal.collection('outbox');
const row = () => outbox().findOne({});
const makeDue = () => outbox().updateMany({ state: 'queued' }, { $set: { due_at: new Date(0) } });

function deliverTo(url: string): void {
  const mailer = makeMailer({ ...deps.settings, SMTP_URL: url });
  const readDocument = async () => ({ content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' });
  worker = deliverOutbox({
    portal: deps.portal,
    ring: deps.keys.fields,
    mailer,
    log: deps.log,
    readDocument,
  });
}

async function outcome(): Promise<Record<string, unknown>> {
  return vi.waitFor(async () => {
    const found = await row();
    if (!found?.fault && found?.state === 'queued') throw new Error('not tried yet');
    return found ?? {};
  }, 20_000);
}

describe('a mail server that accepts', () => {
  it('gets the letter in text and HTML with its document, from the firm, once', async () => {
    server = await startMailServer();
    await put({ attachments: [{ document: 'd1', fileName: 'agreement.pdf' }] });
    deliverTo(server.url);
    expect(await outcome()).toMatchObject({ state: 'sent', attempts: 1 });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      subject: written.subject,
      from: { name: firm.name, address: 'no-reply@localhost' },
      to: [{ address: to }],
      messageId: `<${(await row())?._id}@localhost>`,
      attachments: [{ filename: 'agreement.pdf', mimeType: 'application/pdf' }],
    });
    expect(mail?.text?.trim()).toBe(written.text);
    expect(mail?.html?.trim()).toBe(written.html.trim());
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail server that refuses', () => {
  it.each([
    ['the recipient for good', 550, 'onRcptTo', { state: 'dead', fault: 'recipient-refused', attempts: 1 }],
    ['the recipient for now', 450, 'onRcptTo', { state: 'queued', fault: 'asked-to-wait', attempts: 1 }],
    ['us as the sender', 553, 'onMailFrom', { state: 'queued', fault: 'sender-refused', attempts: 1 }],
    ['to talk to us', 554, 'onConnect', { state: 'queued', fault: 'sender-refused', attempts: 1 }],
    ['to talk to us now', 421, 'onConnect', { state: 'queued', fault: 'asked-to-wait', attempts: 1 }],
  ] as const)('%s (%i)', async (_what, code, step, expected) => {
    const refuse = (_given: unknown, ...rest: unknown[]) =>
      (rest.at(-1) as (error: Error) => void)(refusal(code));
    server = await startMailServer({ [step]: refuse });
    await put();
    deliverTo(server.url);
    const after = await outcome();
    expect(after).toMatchObject({ ...expected, letter: expect.stringMatching(/^v1\./) });
    expect(after).not.toHaveProperty('leased_until');
    expect(JSON.stringify(after)).not.toContain('address.example');
    expect('dead_at' in after).toBe(expected.state === 'dead');
  });

  it.each([
    ['the letter for good', 554, { state: 'dead', fault: 'letter-refused' }],
    ['the letter for now', 451, { state: 'queued', fault: 'asked-to-wait' }],
  ] as const)('%s (%i)', async (_what, code, expected) => {
    server = await startMailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.once('end', () => done(refusal(code)));
      },
    });
    await put();
    deliverTo(server.url);
    expect(await outcome()).toMatchObject(expected);
  });

  it('our sign-in, which is mended in our settings, so that the letter waits', async () => {
    server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    await put();
    deliverTo(server.url.replace('//', '//user:wrong@'));
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'sign-in-refused' });
  });

  it('for now, and then accepts: the letter arrives', async () => {
    let refusals = 2;
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(refusal(451)) : done()),
    });
    await put();
    deliverTo(server.url);
    await vi.waitFor(async () => {
      await makeDue();
      worker?.wake();
      expect(await row()).toMatchObject({ state: 'sent', attempts: 3 });
    }, 20_000);
    expect(server.received).toHaveLength(1);
    expect(await row()).not.toHaveProperty('fault');
  });
});

describe('a mail server that fails', () => {
  it('when nobody listens at its address, the letter waits', async () => {
    server = await startMailServer();
    const { url } = server;
    await server.close();
    server = undefined;
    await put();
    deliverTo(url);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'no-connection' });
  });

  it('when it drops the connection in the middle, the letter waits', async () => {
    const dropping = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 here\r\n');
      socket.once('data', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(dropping, 'listening');
    const address = dropping.address();
    await put();
    deliverTo(`smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'dropped' });
    dropping.close();
  });

  it('when it never says a word, the letter waits', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    await put();
    deliverTo(`smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`);
    expect(await outcome()).toMatchObject({ state: 'queued', fault: 'timeout' });
    silent.close();
  });
});

describe('a process that is killed between sending and noting it', () => {
  it('leaves a letter that is sent again under the same Message-ID, and not before its lease is over', async () => {
    let kill = () => {};
    server = await startMailServer({}, () => kill());
    await put();
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
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'sent', attempts: 2 }), 20_000);
    const ids = server.received.map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${left?._id}@localhost>`, `<${left?._id}@localhost>`]);
  });
});
