/** @module-tag thorough */

import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rewritePdf } from '../../api/casework/clients/clean-upload.ts';
import { clientDocumentsCollection } from '../../api/casework/clients/client-document.model.ts';
import { readDocumentFile } from '../../api/casework/clients/open-document.ts';
import { type Upload, uploadsCollection } from '../../api/casework/uploads/upload.model.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { addClient, ssnOf } from '../setup/clients.ts';
import { empty, openDeps } from '../setup/deps.ts';
import { makePdf } from '../setup/pdf.ts';
import { startSiteProcess, until } from '../setup/site-processes.ts';

const megabyte = 1024 * 1024;

let deps: Deps;
let child: ChildProcess;
let url: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients', 'client_documents', 'client_uploads', 'limits');
  ({ child, url } = await startSiteProcess());
});
afterAll(async () => {
  await kill();
  await deps.close();
});

async function kill(): Promise<void> {
  const exited = once(child, 'exit');
  if (child.kill('SIGKILL')) await exited;
}

async function killAndStartAgain(): Promise<void> {
  await kill();
  ({ child, url } = await startSiteProcess());
}

/** A file that a client of its own sends. */
interface Sending {
  client: string;
  cookie: string;
  file: Buffer;
  upload: string;
  receipt: string;
}

/** @returns what a procedure answered. */
async function call<T>(procedure: string, cookie: string, input: object): Promise<T> {
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

let clients = 0;

/** @param megabytes of a PDF: 20 take long enough to be cleaned and deleted for a process to die in between. */
async function begin(megabytes: number): Promise<Sending> {
  clients += 1;
  const client = await addClient(deps, { ssn: ssnOf(clients) });
  const cookie = `client=${await deps.clientSessions.create(client)}`;
  const file = makePdf('A letter', { padding: randomBytes(megabytes * megabyte) });
  const hash = createHash('sha256').update(file).digest('base64url');
  const files = [{ hash, size: file.length }];
  const announced = { type: 'other', note: '', files };
  const begun = await call<{ receipt: string; files: { upload: string }[] }>('begin', cookie, announced);
  return { client, cookie, file, upload: begun.files[0]?.upload ?? '', receipt: begun.receipt };
}

const finish = ({ cookie, upload }: Sending) => call<{ state: string }>('finish', cookie, { upload });

/** Asks for the outcome. @returns whether it came. Where the site already finishes the file by itself, it is not known yet. */
function tells(sending: Sending): Promise<boolean> {
  return finish(sending).then(
    ({ state }) => state !== 'checking',
    () => false,
  );
}

function request(
  method: string,
  { cookie, upload }: Sending,
  headers: Record<string, string> = {},
  body?: Buffer,
) {
  return fetch(`${url}/client-portal/uploads/${upload}`, {
    method,
    headers: { ...ours(), cookie, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}

async function patch(sending: Sending, offset: number, body = sending.file.subarray(offset)): Promise<void> {
  const headers = { 'content-type': bytesType, 'upload-offset': String(offset) };
  expect((await request('PATCH', sending, headers, body)).status).toBe(204);
}

/** Asks again for as long as a killed process still holds the file, which is ten seconds. */
async function offsetOf(sending: Sending): Promise<number> {
  let answer: Response | undefined;
  const ask = async () => {
    answer = await request('HEAD', sending);
    return answer.status;
  };
  await expect.poll(ask, { timeout: 30_000, interval: 500 }).toBe(200);
  return Number(answer?.headers.get('upload-offset'));
}

/** Begins to send the whole file, and never ends it. */
function sendWithoutEnd({ cookie, file, upload }: Sending): void {
  const { port, host } = new URL(url);
  const headers = { ...ours(), host, cookie, 'content-type': bytesType, 'upload-offset': '0' };
  const lines = Object.entries({ ...headers, 'content-length': String(file.length) });
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`PATCH /client-portal/uploads/${upload} HTTP/1.1\r\n${head}\r\n`);
  socket.write(file.subarray(0, 5 * megabyte + 100));
}

const stored = ({ upload }: Sending) => uploadsCollection.model(deps.portal).findById(upload).lean<Upload>();

/** Sends what is missing, as a browser does, and waits until the file has an outcome. */
async function resume(sending: Sending): Promise<void> {
  const offset = await offsetOf(sending);
  if (offset < sending.file.length) await patch(sending, offset);
  // A killed process holds a file for some seconds, and asking takes the processor from the checking.
  const patience = { timeout: 90_000, interval: 500 };
  await expect.poll(async () => (await finish(sending)).state, patience).toBe('received');
}

async function expectOnce(sending: Sending): Promise<void> {
  const { client, upload, receipt, file } = sending;
  const documents = await clientDocumentsCollection.model(deps.portal).find({ client_id: client }).lean();
  expect(documents).toMatchObject([{ state: 'stored', receipt, number: 1 }]);
  const { content } = await readDocumentFile({ id: client, document: upload }, deps);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(await rewritePdf(file))).toBe(true);
  expect(await stored(sending)).toMatchObject({ state: 'done', outcome: { state: 'received', receipt } });
}

describe('of an upload, nothing that was acknowledged is lost or there twice when the site is killed', () => {
  describe('while several are on their way', () => {
    const sentOfHalf = 7 * megabyte + 4_321;
    let begun: Sending;
    let half: Sending;
    let whole: Sending;
    beforeAll(async () => {
      [begun, half, whole] = [await begin(8), await begin(8), await begin(8)];
      sendWithoutEnd(begun);
      await patch(half, 0, half.file.subarray(0, sentOfHalf));
      await until(async () => ((await stored(begun))?.offset ?? 0) >= 3 * megabyte);
      await patch(whole, 0);
      await killAndStartAgain();
    });

    it('during the first part', async () => {
      expect(await offsetOf(begun)).toBeGreaterThanOrEqual(3 * megabyte);
      await resume(begun);
      await expectOnce(begun);
    });

    it('between two parts', async () => {
      expect(await offsetOf(half)).toBe(sentOfHalf);
      await resume(half);
      await expectOnce(half);
    });

    it('after the last byte, and its page never comes back', async () => {
      await until(async () => (await stored(whole))?.state === 'done');
      await expectOnce(whole);
    });
  });

  it('while the file is checked', async () => {
    const sending = await begin(20);
    await patch(sending, 0);
    const isTold = tells(sending);
    const files = deps.portal.collection('document_files.files');
    const cleaned = `client_documents.${sending.upload}.2`;
    await until(async () => (await files.findOne({ filename: cleaned })) !== null);
    await kill();
    expect(await isTold).toBe(false);
    const document = await clientDocumentsCollection.model(deps.portal).findById(sending.upload).lean();
    expect(document).toMatchObject({ state: 'uploading' });
    ({ child, url } = await startSiteProcess());
    await resume(sending);
    await expectOnce(sending);
  });

  it('after the document is there, before anybody is told', async () => {
    const sending = await begin(20);
    await patch(sending, 0);
    const isTold = tells(sending);
    await until(async () => (await stored(sending))?.state === 'done');
    await killAndStartAgain();
    expect(await isTold).toBe(false);
    await resume(sending);
    await expectOnce(sending);
  });
});
