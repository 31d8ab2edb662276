import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rewritePdf } from '../../api/casework/clients/clean-upload.ts';
import { clientDocumentModel } from '../../api/casework/clients/client-document.model.ts';
import { readDocumentFile } from '../../api/casework/clients/client-documents.ts';
import { type Upload, uploadModel } from '../../api/casework/uploads/upload.model.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { addClient } from '../setup/clients.ts';
import { empty, openDeps } from '../setup/deps.ts';
import { makePdf } from '../setup/pdf.ts';
import { startSiteProcess, until } from '../setup/site-processes.ts';

const megabyte = 1024 * 1024;

let deps: Deps;
let client: string;
let cookie: string;
let child: ChildProcess;
let url: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  client = await addClient(deps);
  cookie = `client=${await deps.clientSessions.create(client)}`;
  ({ child, url } = await startSiteProcess());
});
beforeEach(() => empty(deps, 'client_documents', 'client_uploads', 'limits'));
afterAll(async () => {
  await kill();
  await deps.close();
});

async function kill(): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function killAndStartAgain(): Promise<void> {
  await kill();
  ({ child, url } = await startSiteProcess());
}

/** @returns what a procedure answered. */
async function call<T>(procedure: string, input: object): Promise<T> {
  const response = await fetch(`${url}/trpc/uploads.${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...ours() },
    body: JSON.stringify(input),
  });
  const { result } = (await response.json()) as { result: { data: T } };
  return result.data;
}

const ours = () => ({ origin: new URL(String(deps.settings.PUBLIC_URL)).origin, 'tus-resumable': '1.0.0' });
const bytesType = 'application/offset+octet-stream';

/** A PDF that takes long enough to be sent, cleaned and deleted for a process to die in between. */
function largePdf(): Buffer {
  return makePdf('A letter', { padding: randomBytes(20 * megabyte) });
}

async function begin(file: Buffer): Promise<{ upload: string; receipt: string }> {
  const hash = createHash('sha256').update(file).digest('base64url');
  const files = [{ hash, size: file.length }];
  const begun = await call<{ receipt: string; files: { upload: string }[] }>('begin', {
    type: 'other',
    note: '',
    files,
  });
  return { upload: begun.files[0]?.upload ?? '', receipt: begun.receipt };
}

const finish = (upload: string) => call<{ state: string }>('finish', { upload });

function request(method: string, upload: string, headers: Record<string, string> = {}, body?: Buffer) {
  return fetch(`${url}/client-portal/uploads/${upload}`, {
    method,
    headers: { ...ours(), cookie, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}

async function patch(upload: string, offset: number, body: Buffer): Promise<void> {
  const headers = { 'content-type': bytesType, 'upload-offset': String(offset) };
  expect((await request('PATCH', upload, headers, body)).status).toBe(204);
}

async function offsetOf(upload: string): Promise<number> {
  return Number((await request('HEAD', upload)).headers.get('upload-offset'));
}

/** Begins to send the whole file, and never ends it. */
function sendWithoutEnd(upload: string, file: Buffer): void {
  const { port, host } = new URL(url);
  const headers = { ...ours(), host, cookie, 'content-type': bytesType, 'upload-offset': '0' };
  const lines = Object.entries({ ...headers, 'content-length': String(file.length) });
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`PATCH /client-portal/uploads/${upload} HTTP/1.1\r\n${head}\r\n`);
  socket.write(file.subarray(0, 5 * megabyte + 100));
}

const stored = (upload: string) => uploadModel(deps.portal).findById(upload).lean<Upload>();

/** Sends what is missing, as a browser does, and waits until the file has an outcome. */
async function goOn(upload: string, file: Buffer): Promise<void> {
  const offset = await offsetOf(upload);
  if (offset < file.length) await patch(upload, offset, file.subarray(offset));
  await expect.poll(async () => (await finish(upload)).state, { timeout: 30_000 }).toBe('received');
}

async function expectOnce(upload: string, file: Buffer, receipt: string): Promise<void> {
  const documents = await clientDocumentModel(deps.portal).find({ client_id: client }).lean();
  expect(documents).toMatchObject([{ state: 'stored', receipt, number: 1 }]);
  const { content } = await readDocumentFile({ id: client, document: upload }, deps);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(await rewritePdf(file))).toBe(true);
  expect(await stored(upload)).toMatchObject({ state: 'done', outcome: { state: 'received', receipt } });
}

describe('of an upload, nothing that was acknowledged is lost or there twice when the site is killed', () => {
  it('during the first part', async () => {
    const file = largePdf();
    const { upload, receipt } = await begin(file);
    sendWithoutEnd(upload, file);
    await until(async () => ((await stored(upload))?.offset ?? 0) >= 3 * megabyte);
    await killAndStartAgain();
    expect(await offsetOf(upload)).toBeGreaterThanOrEqual(3 * megabyte);
    await goOn(upload, file);
    await expectOnce(upload, file, receipt);
  });

  it('between two parts', async () => {
    const file = largePdf();
    const { upload, receipt } = await begin(file);
    const sent = 7 * megabyte + 4_321;
    await patch(upload, 0, file.subarray(0, sent));
    await killAndStartAgain();
    expect(await offsetOf(upload)).toBe(sent);
    await goOn(upload, file);
    await expectOnce(upload, file, receipt);
  });

  it('after the last byte, and its page never comes back', async () => {
    const file = largePdf();
    const { upload, receipt } = await begin(file);
    await patch(upload, 0, file);
    await killAndStartAgain();
    await until(async () => (await stored(upload))?.state === 'done');
    await expectOnce(upload, file, receipt);
  });

  it('while the file is checked', async () => {
    const file = largePdf();
    const { upload, receipt } = await begin(file);
    await patch(upload, 0, file);
    const unanswered = finish(upload).then(
      () => 'answered',
      () => 'unanswered',
    );
    const files = deps.portal.collection('document_files.files');
    await until(async () => (await files.findOne({ filename: `client_documents.${upload}.2` })) !== null);
    await kill();
    expect(await unanswered).toBe('unanswered');
    expect(await clientDocumentModel(deps.portal).findById(upload).lean()).toMatchObject({
      state: 'uploading',
    });
    ({ child, url } = await startSiteProcess());
    await goOn(upload, file);
    await expectOnce(upload, file, receipt);
  });

  it('after the document is there, before anybody is told', async () => {
    const file = largePdf();
    const { upload, receipt } = await begin(file);
    await patch(upload, 0, file);
    const unanswered = finish(upload).then(
      () => 'answered',
      () => 'unanswered',
    );
    await until(async () => (await stored(upload))?.state === 'done');
    await kill();
    expect(await unanswered).toBe('unanswered');
    ({ child, url } = await startSiteProcess());
    await goOn(upload, file);
    await expectOnce(upload, file, receipt);
  });
});
