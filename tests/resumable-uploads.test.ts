import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInQueue, rewritePdf } from '../api/casework/clients/clean-upload.ts';
import { clientDocumentsCollection } from '../api/casework/clients/client-document.model.ts';
import { maxDocumentBytes } from '../api/casework/clients/document-types.ts';
import { readDocumentFile } from '../api/casework/clients/open-document.ts';
import { finishUploads, purgeUploads } from '../api/casework/uploads/finish-upload.ts';
import { uploadsCollection } from '../api/casework/uploads/upload.model.ts';
import { addClient, codes, refusal, ssnOf, staffMember, type Visitor } from '../tests/setup/clients.ts';
import { parseEnv } from '../web/env.ts';
import { empty, visitor } from './setup/deps.ts';
import { makePdf } from './setup/pdf.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const { PUBLIC_URL } = parseEnv(process.env);
const ours = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
const protocol = { 'tus-resumable': '1.0.0' };
const bytesType = { 'content-type': 'application/offset+octet-stream' };
const megabyte = 1024 * 1024;

let running: SiteInProcess;
let port: number;
let robin: Visitor;
let canaria: Visitor;
let otis: Visitor;
let id: string;
/** Of requests that hang; one that a failed test left would count for the next. */
const open: Socket[] = [];
beforeAll(async () => {
  running = await openSite();
  const { site, deps } = running;
  await site.listen({ port: 0, host: '127.0.0.1' });
  port = (site.server.address() as AddressInfo).port;
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  id = await addClient(deps, { ssn: ssnOf(41) });
  canaria = await clientSession(id);
  otis = await clientSession(await addClient(deps, { ssn: ssnOf(42) }));
});
beforeEach(() =>
  empty(
    running.deps,
    ...[clientDocumentsCollection.name, 'events', uploadsCollection.name, 'limits'],
    ...['document_files.files', 'document_files.chunks'],
  ),
);
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => running.close());

async function clientSession(client: string): Promise<Visitor> {
  const who = visitor(running.deps);
  who.context.cookies.set('client', await running.deps.clientSessions.create(client), { sameSite: 'Lax' });
  return who;
}

const cookieOf = ({ context: { cookies } }: Visitor) =>
  ['client', 'admin'].map((name) => `${name}=${cookies.get(name) ?? ''}`).join('; ');

/** @returns a PDF of this size or a little more. */
const pdfOf = (text: string, size = 0) => makePdf(text, { padding: Buffer.alloc(size, text) });

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('base64url');
const announced = (file: Buffer) => ({ hash: hashOf(file), size: file.length });

/** Announces files. @returns what the browser is to do with each. */
const begin = (files: Buffer[], { who = canaria, note = '' } = {}) =>
  who.call.uploads.begin({ type: 'other', note, files: files.map(announced) });

/** @returns the id of the upload of one announced file. */
async function beginOne(file: Buffer, options: Parameters<typeof begin>[1] = {}): Promise<string> {
  const [first] = (await begin([file], options)).files;
  if (first?.state !== 'waiting') throw new Error(`The file is ${first?.state}.`);
  return first.upload;
}

const finish = (upload: string, who = canaria) => who.call.uploads.finish({ upload });

interface Sent {
  who?: Visitor;
  cookie?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

function request(method: string, upload: string, { who = canaria, cookie, headers, body }: Sent = {}) {
  return fetch(`http://127.0.0.1:${port}/client-portal/uploads/${upload}`, {
    method,
    redirect: 'manual',
    headers: { ...ours, ...protocol, ...headers, cookie: cookie ?? cookieOf(who) },
    ...(body && { body: new Uint8Array(body) }),
  });
}

const patch = (upload: string, offset: number, body: Buffer, { headers, ...sent }: Sent = {}) =>
  request('PATCH', upload, {
    ...sent,
    body,
    headers: { ...bytesType, 'upload-offset': String(offset), ...headers },
  });

async function offsetOf(upload: string): Promise<number> {
  const response = await request('HEAD', upload);
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

const documents = () => robin.call.clients.documents({ id });
const uploads = () => uploadsCollection.model(running.deps.portal).find().lean();
const pieces = () => running.deps.portal.collection('document_files.files').countDocuments();

/** @returns the bytes of the client's only document. */
async function onlyDocument(): Promise<Buffer> {
  const [only, ...others] = await documents();
  expect(others).toEqual([]);
  const { content } = await readDocumentFile({ id, document: only?.id ?? '' }, running.deps);
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** Begins to send a part, and stops in the middle of it, with the connection open. */
async function hang(upload: string, offset: number, bytes: Buffer, length: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  const headers = Object.entries({
    ...ours,
    ...protocol,
    ...bytesType,
    host: 'x',
    cookie: cookieOf(canaria),
    'upload-offset': String(offset),
    'content-length': String(length),
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`PATCH /client-portal/uploads/${upload} HTTP/1.1\r\n${head}\r\n`);
  await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

/** @returns the status of the answer to a request that is still being sent. */
async function statusLine(socket: Socket): Promise<number> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return Number(answer.toString('latin1').split(' ')[1]);
}

describe('an upload in parts', () => {
  test('is by no method anybody’s but its client’s', async () => {
    const file = pdfOf('mine');
    const upload = await beginOne(file);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const send = (sent: Sent) =>
        method === 'PATCH' ? patch(upload, 0, file, sent) : request(method, upload, sent);
      for (const cookie of ['', `client=${'x'.repeat(43)}`, cookieOf(robin)])
        expect([method, (await send({ cookie })).status]).toEqual([method, 401]);
      expect([method, (await send({ who: otis })).status]).toEqual([method, 404]);
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      if (method !== 'HEAD') expect((await send({ headers: foreign })).status).toBe(403);
    }
    expect((await refusal(finish(upload, otis)))?.code).toBe('not-found');
    expect(await codes([finish(upload, visitor(running.deps)), finish(upload, robin)])).toEqual({
      'signed-out': 2,
    });
    for (const method of ['POST', 'PUT', 'OPTIONS'])
      expect([404, 405, 415]).toContain((await request(method, upload)).status);
    expect(await uploads()).toMatchObject([{ state: 'arriving', offset: 0 }]);
  });

  test('is announced by what is in the file, and by nothing else', async () => {
    const file = announced(pdfOf('a'));
    const call = (files: object[]) =>
      refusal(canaria.call.uploads.begin({ type: 'other', note: '', files: files as (typeof file)[] }));
    const eleven = Array.from({ length: 11 }, (_, at) => announced(pdfOf(String(at))));
    const wrong = [
      { ...file, size: 0 },
      { ...file, size: maxDocumentBytes + 1 },
      { ...file, size: 1.5 },
    ];
    for (const files of [[], eleven, ...wrong.map((each) => [each])])
      expect((await call(files))?.code).toBe('bad-input');
    for (const files of [[{ ...file, hash: 'x' }], [{ ...file, name: 'Canary.pdf' }]])
      expect((await call(files))?.code).toBe('bad-input');
    expect(await codes([begin([pdfOf('a')], { who: robin })])).toEqual({ 'signed-out': 1 });
    expect(await uploads()).toEqual([]);
    const twice = await begin([pdfOf('a'), pdfOf('a')]);
    expect(twice.files).toMatchObject([{ state: 'waiting' }, { state: 'refused' }]);
  });

  test('is refused, in words, what is not the protocol', async () => {
    const file = pdfOf('a', 3 * megabyte);
    const upload = await beginOne(file);
    const statuses = async (sent: Promise<Response>[]) =>
      (await Promise.all(sent)).map(({ status }) => status);
    expect(
      await statuses([
        request('HEAD', upload, { headers: { 'tus-resumable': '0.2.2' } }),
        patch(upload, 0, file, { headers: { 'content-type': 'text/plain' } }),
        patch(upload, 0, file, { headers: { 'upload-offset': '-1' } }),
        patch(upload, 7, file),
        patch('f'.repeat(24), 0, file),
        patch('../login', 0, file),
        patch('x', 0, file),
      ]),
    ).toEqual([412, 415, 400, 409, 404, 405, 404]);
    const tooMuch = await patch(upload, 0, Buffer.concat([file, Buffer.from('x')]));
    expect([tooMuch.status, await tooMuch.json()]).toEqual([
      413,
      { message: expect.stringMatching(/more than/) },
    ]);
    expect((await refusal(finish(upload)))?.code).toBe('conflict');
  });

  test('becomes a document, byte for byte, wherever it was cut', { tags: 'thorough' }, async () => {
    const file = pdfOf('whole', 3 * megabyte + 12_345);
    const { receipt, files } = await begin([file], { note: 'Page 2 is missing' });
    const upload = files[0]?.state === 'waiting' ? files[0].upload : '';
    let offset = 0;
    for (const size of [1, 300_000, megabyte, 2 * megabyte]) {
      const part = file.subarray(offset, offset + size);
      const response = await patch(upload, offset, part);
      offset += part.length;
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(offset)]);
      expect(await offsetOf(upload)).toBe(offset);
    }
    expect(offset).toBe(file.length);
    expect(await finish(upload)).toEqual({ state: 'received', receipt });
    expect(await finish(upload)).toEqual({ state: 'received', receipt });
    expect(await documents()).toMatchObject([
      { title: 'Paper, file 1', fromClient: { receipt, note: 'Page 2 is missing' } },
    ]);
    expect((await onlyDocument()).equals(await rewritePdf(file))).toBe(true);
    expect(await pieces()).toBe(4);
    expect((await begin([file])).files).toEqual([{ state: 'known', receipt }]);
  });

  test('shares its receipt with the others, each with a number of its own', {
    tags: 'thorough',
  }, async () => {
    const sent = [pdfOf('one'), Buffer.from('<script>'), pdfOf('two')];
    const { receipt, files } = await begin(sent);
    for (const [at, file] of files.entries()) {
      const bytes = sent[at] ?? Buffer.alloc(0);
      if (file.state !== 'waiting') throw new Error('The file is known.');
      await patch(file.upload, 0, bytes);
      const outcome = await finish(file.upload);
      expect(outcome.state).toBe(at === 1 ? 'refused' : 'received');
    }
    expect((await documents()).map(({ title, fromClient }) => [title, fromClient?.receipt])).toEqual([
      ['Paper, file 2', receipt],
      ['Paper, file 1', receipt],
    ]);
    const again = { type: 'other' as const, note: '', files: [announced(pdfOf('three'))] };
    expect((await canaria.call.uploads.begin({ ...again, receipt })).receipt).toBe(receipt);
    expect((await otis.call.uploads.begin({ ...again, receipt })).receipt).not.toBe(receipt);
  });

  test('goes on where the connection was lost, also when nobody noticed that it was', {
    tags: 'thorough',
  }, async () => {
    const file = pdfOf('lost', 4 * megabyte);
    const upload = await beginOne(file);
    const half = file.subarray(0, 2.5 * megabyte);
    const lost = await hang(upload, 0, half, file.length);
    while ((await uploads())[0]?.offset !== 2 * megabyte);
    lost.destroy();
    const offset = await offsetOf(upload);
    expect(offset).toBeGreaterThanOrEqual(2 * megabyte);
    await hang(upload, offset, file.subarray(offset, offset + 1_000), file.length - offset);
    while (!(await uploads())[0]?.holder);
    const after = await offsetOf(upload);
    expect(after).toBe(offset + 1_000);
    expect((await patch(upload, after, file.subarray(after))).status).toBe(204);
    expect(await finish(upload)).toMatchObject({ state: 'received' });
    expect((await onlyDocument()).equals(await rewritePdf(file))).toBe(true);
  });

  test('goes on where it stopped when the same file is announced again, with what is said now', {
    tags: 'thorough',
  }, async () => {
    const file = pdfOf('again', 2 * megabyte);
    const upload = await beginOne(file, { note: 'first' });
    await patch(upload, 0, file.subarray(0, megabyte));
    expect(await beginOne(file, { who: otis })).not.toBe(upload);
    const { receipt, files } = await begin([file], { note: 'second' });
    expect(files).toEqual([{ state: 'waiting', upload }]);
    expect(await offsetOf(upload)).toBe(megabyte);
    await patch(upload, megabyte, file.subarray(megabyte));
    expect(await begin([file], { note: 'third' })).toMatchObject({ files: [{ state: 'waiting', upload }] });
    expect(await finish(upload)).toMatchObject({ state: 'received' });
    expect(receipt).toBeTruthy();
    expect(await documents()).toMatchObject([{ fromClient: { note: 'third' } }]);
  });

  test('is written by one request at a time', { tags: 'thorough' }, async () => {
    const file = pdfOf('race', 2 * megabyte);
    const upload = await beginOne(file);
    const sent = await Promise.all(Array.from({ length: 5 }, () => patch(upload, 0, file)));
    // On a busy machine the writer may be stopped for the one that waits, whose offset is then out of date.
    expect(['204,409,423,423,423', '409,409,423,423,423']).toContain(
      sent
        .map(({ status }) => status)
        .sort()
        .join(),
    );
    const offset = await offsetOf(upload);
    if (offset < file.length) expect((await patch(upload, offset, file.subarray(offset))).status).toBe(204);
    await finish(upload);
    expect((await onlyDocument()).equals(await rewritePdf(file))).toBe(true);
  });

  test('has one request that waits for another: any further one is told at once to try again', async () => {
    const file = pdfOf('crowd', 2 * megabyte);
    const upload = await beginOne(file);
    await hang(upload, 0, file.subarray(0, 1), file.length);
    while (!(await uploads())[0]?.holder);
    const crowd = await Promise.all(
      Array.from({ length: 20 }, () => hang(upload, 0, file.subarray(0, 1), file.length)),
    );
    const told = await Promise.all(crowd.map(statusLine));
    expect(told.filter((status) => status === 423 || status === 429)).toHaveLength(19);
    // The holder ended for the one that waited, and what it had brought was kept.
    expect(told.filter((status) => status === 409)).toHaveLength(1);
    expect(await offsetOf(upload)).toBe(1);
    expect((await patch(upload, 1, file.subarray(1))).status).toBe(204);
  });

  test('that another process writes to is asked of that process once, and whoever asked is told to try again', async () => {
    const file = pdfOf('elsewhere');
    const upload = await beginOne(file);
    const elsewhere = { holder: 'another', held_until: new Date(Date.now() + 60_000) };
    const model = uploadsCollection.model(running.deps.portal);
    await model.updateOne({ _id: upload }, { $set: elsewhere });
    expect((await patch(upload, 0, file)).status).toBe(423);
    expect((await request('HEAD', upload)).status).toBe(423);
    expect(await uploads()).toMatchObject([{ holder: 'another', wanted: true }]);
    // It was killed.
    await model.updateOne({ _id: upload }, { $set: { held_until: new Date(0) } });
    expect((await patch(upload, 0, file)).status).toBe(204);
  });

  test('is one of six requests that a client has under way at most, and no other client notices', async () => {
    const files = Array.from({ length: 8 }, (_, at) => pdfOf(`at once ${at}`, megabyte));
    const { files: begun } = await begin(files);
    const told: number[] = [];
    for (const [at, each] of begun.entries()) {
      if (each.state !== 'waiting') throw new Error(`The file is ${each.state}.`);
      const socket = await hang(each.upload, 0, files[at]?.subarray(0, 1) ?? Buffer.alloc(1), megabyte);
      void statusLine(socket).then((status) => told.push(status));
    }
    // Which two they are is for the order in which the site reads them.
    await expect.poll(() => told).toEqual([429, 429]);
    const theirs = await beginOne(pdfOf('theirs'), { who: otis });
    expect((await patch(theirs, 0, pdfOf('theirs'), { who: otis })).status).toBe(204);
    expect(told).toEqual([429, 429]);
  });

  test('keeps its client signed in for as long as it is sent', async () => {
    const file = pdfOf('slow', 2 * megabyte);
    const upload = await beginOne(file);
    const sessions = running.deps.portal.collection('client_sessions');
    const soon = new Date(Date.now() + 60_000);
    await sessions.updateMany({}, { $set: { expires_at: soon } });
    await patch(upload, 0, file.subarray(0, megabyte));
    expect(await sessions.countDocuments({ expires_at: { $gt: new Date(Date.now() + 29 * 60_000) } })).toBe(
      1,
    );
    const past = new Date(Date.now() - 1_000);
    await sessions.updateMany({ expires_at: { $gt: soon } }, { $set: { expires_at: past } });
    expect((await patch(upload, megabyte, file.subarray(megabyte))).status).toBe(401);
    canaria = await clientSession(id);
    expect(await offsetOf(upload)).toBe(megabyte);
  });

  test('whose bytes are not those that were announced is refused', async () => {
    const file = pdfOf('a');
    const upload = await beginOne(file);
    await patch(upload, 0, Buffer.from(pdfOf('b')));
    expect(await finish(upload)).toEqual({
      state: 'refused',
      text: expect.stringMatching(/did not arrive whole/),
    });
    expect([await documents(), await pieces()]).toEqual([[], 0]);
  });

  test('is made a document once, whoever finishes it at the same moment', { tags: 'thorough' }, async () => {
    const file = pdfOf('once', megabyte);
    const upload = await beginOne(file);
    await patch(upload, 0, file);
    const { deps } = running;
    const outcomes = await Promise.all([finish(upload), finish(upload), finishUploads(deps), finish(upload)]);
    for (const outcome of outcomes) if (outcome) expect(['received', 'checking']).toContain(outcome.state);
    expect(await finish(upload)).toMatchObject({ state: 'received' });
    expect((await onlyDocument()).equals(await rewritePdf(file))).toBe(true);
  });

  test('is finished by us when its page is gone, and given up when that ends the process again and again', async () => {
    const [first, second] = [pdfOf('first'), pdfOf('second')];
    const [finished, fatal] = [await beginOne(first), await beginOne(second)];
    await patch(finished, 0, first);
    await patch(fatal, 0, second);
    await uploadsCollection.model(running.deps.portal).updateOne({ _id: fatal }, { $set: { tries: 3 } });
    await finishUploads(running.deps);
    expect(await finish(finished)).toMatchObject({ state: 'received' });
    expect(await finish(fatal)).toMatchObject({ state: 'refused' });
    expect((await onlyDocument()).equals(await rewritePdf(first))).toBe(true);
  });

  test('waits while many files are being read, and is not counted as tried', async () => {
    const file = pdfOf('busy');
    const upload = await beginOne(file);
    await patch(upload, 0, file);
    const held = Promise.withResolvers<void>();
    const reading = Array.from({ length: 11 }, () => readInQueue('clients', () => held.promise));
    for (let times = 0; times < 5; times += 1) expect(await finish(upload)).toEqual({ state: 'checking' });
    expect(await uploads()).toMatchObject([{ state: 'arrived', tries: 0 }]);
    held.resolve();
    await Promise.all(reading);
    expect(await finish(upload)).toMatchObject({ state: 'received' });
  });

  test('leaves nothing readable and no name', async () => {
    const file = pdfOf('Canary has a bad back', megabyte + 10);
    const upload = await beginOne(file, { note: 'Canary cannot stand' });
    await patch(upload, 0, file.subarray(0, megabyte + 5));
    const { portal, audit } = running.deps;
    const names = [uploadsCollection.name, 'document_files.files', clientDocumentsCollection.name];
    const rows = await Promise.all(names.map((name) => portal.collection(name).find().toArray()));
    const chunks = await portal.collection('document_files.chunks').find().toArray();
    const binary = chunks.map(({ data }) => Buffer.from(data.buffer).toString('latin1')).join();
    expect(binary.length).toBeGreaterThan(megabyte);
    expect(JSON.stringify([rows, await audit.entries.find().toArray()]) + binary).not.toMatch(/Canary|%PDF/);
    expect(JSON.stringify(rows)).not.toContain(hashOf(file));
  });

  test('is canceled with all that has arrived, until all of it has', async () => {
    const [file, other] = [pdfOf('canceled', megabyte + 10), pdfOf('whole')];
    const [canceled, whole] = [await beginOne(file), await beginOne(other)];
    await patch(canceled, 0, file.subarray(0, megabyte + 5));
    await patch(whole, 0, other);
    expect((await request('DELETE', canceled)).status).toBe(204);
    expect((await request('HEAD', canceled)).status).toBe(404);
    expect((await request('DELETE', whole)).status).toBe(409);
    expect([await pieces(), (await uploads()).length]).toEqual([1, 1]);
  });

  test('expires a day after its last byte, and what was acknowledged as a whole never does', async () => {
    const [file, other] = [pdfOf('old', megabyte + 10), pdfOf('whole')];
    const [old, whole] = [await beginOne(file), await beginOne(other)];
    const { headers } = await patch(old, 0, file.subarray(0, megabyte));
    const expires = Date.parse(headers.get('upload-expires') ?? '') - Date.now();
    expect(expires / 3_600_000).toBeCloseTo(24, 1);
    await patch(whole, 0, other);
    expect(await purgeUploads(running.deps)).toBe(0);
    const at = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    await uploadsCollection.model(running.deps.portal).updateMany({}, { $set: { at } });
    expect((await request('HEAD', old)).status).toBe(404);
    expect((await patch(old, megabyte, file.subarray(megabyte))).status).toBe(404);
    expect(await purgeUploads(running.deps)).toBe(1);
    expect(await pieces()).toBe(1);
    expect(await finish(whole)).toMatchObject({ state: 'received' });
    expect(await beginOne(file)).not.toBe(old);
  });

  test('that cannot be used is no file of the day', async () => {
    for (let at = 0; at < 20; at += 1) {
      const junk = Buffer.from(`no picture ${at}`);
      const upload = await beginOne(junk);
      expect((await patch(upload, 0, junk)).status).toBe(204);
      expect(await finish(upload)).toMatchObject({ state: 'refused' });
      expect(await finish(upload)).toMatchObject({ state: 'refused' });
    }
    expect((await begin([pdfOf('a letter')])).files).toMatchObject([{ state: 'waiting' }]);
  });

  test('counts as a file of the day once, and ten can be unfinished: the oldest makes room', async () => {
    const sent = Array.from({ length: 21 }, (_, at) => pdfOf(`document ${at}`));
    const first = await begin(sent.slice(0, 10));
    await begin(sent.slice(0, 10));
    expect(await uploads()).toHaveLength(10);
    await begin(sent.slice(10, 20));
    expect(await uploads()).toHaveLength(10);
    const upload = first.files[0]?.state === 'waiting' ? first.files[0].upload : '';
    expect((await request('HEAD', upload)).status).toBe(404);
    expect((await begin([sent[20] ?? Buffer.alloc(1)])).files).toEqual([
      { state: 'refused', text: expect.stringMatching(/in 24 hours, or call us/) },
    ]);
    expect((await begin([pdfOf('theirs')], { who: otis })).files).toMatchObject([{ state: 'waiting' }]);
  });
});
