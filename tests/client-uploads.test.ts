import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../api/accounts/clients/create-client.ts';
import type { StaffRole } from '../api/accounts/staff/roles.ts';
import { clientDocumentsCollection } from '../api/casework/clients/client-document.model.ts';
import { maxDocumentBytes } from '../api/casework/clients/document-types.ts';
import { parseEnv } from '../web/env.ts';
import { staffMember } from './setup/clients.ts';
import { empty, emptyAuditLog } from './setup/deps.ts';
import { makePdf } from './setup/pdf.ts';
import { pictureOf } from './setup/picture.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const { PUBLIC_URL } = parseEnv(process.env);
const pdf = '%PDF-1.7\nCanary has a bad back.\n%%EOF\n';
const ours = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', accept: 'text/html' };

let running: SiteInProcess;
let port: number;
let id: string;
beforeAll(async () => {
  running = await openSite();
  await running.site.listen({ port: 0, host: '127.0.0.1' });
  port = (running.site.server.address() as AddressInfo).port;
  await empty(running.deps, 'clients');
  await createClient({ ssn: '219099999', dateOfBirth: '1968-04-27', pin: '8052' }, running.deps);
  id = String((await running.deps.portal.collection('clients').findOne())?._id);
});
beforeEach(() =>
  empty(
    running.deps,
    clientDocumentsCollection.name,
    'events',
    'document_files.files',
    'document_files.chunks',
    'limits',
  ),
);
afterAll(() => running.close());

const documents = () => clientDocumentsCollection.model(running.deps.portal).find().lean();

/** @returns the cookie of a member of staff, and the token of a form of that session. */
async function signIn(role: StaffRole = 'reviewer') {
  const { call, context } = await staffMember(running.deps, role);
  return { cookie: `admin=${context.cookies.get('admin')}`, token: await call.staff.formToken() };
}

interface Sent {
  cookie?: string;
  token?: string;
  title?: string;
  type?: string;
  files?: [name: string, content: BlobPart][];
  headers?: Record<string, string>;
}

/** Posts the form as a browser does: its token, what was typed, then the file. */
function upload(page: 'add-document' | 'upload', sent: Sent): Promise<Response> {
  const { cookie = '', token = '', title = 'A letter', type = 'other', files = [['a.pdf', pdf]] } = sent;
  const body = new FormData();
  for (const [name, value] of Object.entries({ token, title, type })) body.append(name, value);
  for (const [name, content] of files) body.append('file', new Blob([content]), name);
  return fetch(`http://127.0.0.1:${port}/admin/client/${id}/${page}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ours, ...sent.headers, cookie },
    body,
  });
}

const get = (path: string, cookie: string) =>
  fetch(`http://127.0.0.1:${port}/admin/client/${id}${path && `/${path}`}`, {
    redirect: 'manual',
    headers: { ...ours, cookie },
  });

describe.each(['add-document', 'upload'] as const)('a document posted to %s', (page) => {
  test('is taken from nobody who is signed out, may only look, or has no token of the session', async () => {
    const [staff, other, reader] = [await signIn(), await signIn(), await signIn('read_only')];
    const signedOut = await upload(page, {});
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/admin/login'),
    ]);
    expect((await upload(page, reader)).status).toBe(403);
    for (const token of ['', 'a.b.c', other.token])
      expect((await upload(page, { ...staff, token })).status).toBe(403);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await upload(page, { ...staff, headers: foreign })).status).toBe(403);
    expect(await documents()).toEqual([]);
  });

  test('is stored under its type, whatever its file is called', async () => {
    const staff = await signIn();
    const names = ['../../etc/passwd', 'Canary SSN 219-09-9999.exe', 'a"; filename="b.html', 'ü'.repeat(300)];
    for (const name of names) {
      const response = await upload(page, { ...staff, files: [[name, pdf]] });
      expect(response.status).toBe(page === 'upload' ? 200 : 303);
    }
    const stored = await documents();
    expect(stored).toHaveLength(names.length);
    const file = await get(`documents/${stored[0]?._id}/file`, staff.cookie);
    expect(await file.text()).toBe(pdf);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="other-[0-9a-f]{6}\.pdf"$/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each<[string, Sent, number, string]>([
    ['without a file', { files: [] }, 400, 'Choose a file'],
    ['with an empty file', { files: [['a.pdf', '']] }, 400, 'This file is empty'],
    [
      'with control characters in its name',
      { files: [['bell\u0007.pdf', pdf]] },
      400,
      'Give it a plain name',
    ],
    [
      'of another kind',
      { files: [['a.pdf', '<!doctype html><script>']] },
      400,
      'We cannot use this kind of file',
    ],
    [
      'with two files',
      {
        files: [
          ['a.pdf', pdf],
          ['b.pdf', pdf],
        ],
      },
      400,
      'Choose one file at a time',
    ],
    ['without a title', { title: ' ' }, 400, 'Enter a title'],
    ['with a title on two lines', { title: 'two\u2028lines' }, 400, 'Enter a title on one line'],
    ['without a type', { type: 'program' }, 400, 'Choose what it is'],
    [
      'of more than 25 MB',
      { files: [['a.pdf', Buffer.concat([Buffer.from(pdf), Buffer.alloc(maxDocumentBytes)])]] },
      413,
      'larger than 25 MB',
    ],
  ])(
    '%s is refused in words, keeps what was typed, and stores nothing',
    async (_what, sent, status, words) => {
      const response = await upload(page, { ...(await signIn()), title: 'What was typed', ...sent });
      const body = await response.text();
      expect([response.status, body]).toEqual([status, expect.stringContaining(words)]);
      if (!sent.title) expect(body).toContain('What was typed');
      expect(await documents()).toEqual([]);
      expect(await running.deps.portal.collection('document_files.files').countDocuments()).toBe(0);
    },
  );

  test('that is far too large is refused before it has arrived', async () => {
    const { cookie } = await signIn();
    const socket = connect(port, '127.0.0.1');
    const head = Object.entries({
      ...ours,
      host: 'x',
      cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(300 * 1024 * 1024),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /admin/client/${id}/${page} HTTP/1.1\r\n${head.join('')}\r\n--x\r\n`);
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (bytes) => resolve(bytes.toString())),
    );
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('This file is larger than 25 MB.');
  });

  test('without a form’s parts, or with broken ones, is refused without a server error', async () => {
    const staff = await signIn();
    const types = [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ];
    for (const type of types) {
      const response = await fetch(`http://127.0.0.1:${port}/admin/client/${id}/${page}`, {
        method: 'POST',
        headers: { ...ours, cookie: staff.cookie, 'content-type': type },
        body: '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nx',
      });
      expect([400, 403]).toContain(response.status);
    }
    expect(await documents()).toEqual([]);
  });
});

describe('documents that a client posts', () => {
  const path = '/client-portal/uploads';
  const signInClient = async (client: string) => `client=${await running.deps.clientSessions.create(client)}`;

  function post(cookie: string, files: [name: string, content: BlobPart][], headers = {}): Promise<Response> {
    const body = new FormData();
    body.append('type', 'medical-record');
    body.append('note', 'Two lines\r\nof text');
    for (const [name, content] of files) body.append('files', new Blob([content]), name);
    const redirect = 'manual' as const;
    const sent = { ...ours, ...headers, cookie };
    return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', redirect, headers: sent, body });
  }

  const read = (url: string, cookie: string) =>
    fetch(`http://127.0.0.1:${port}${url}`, { redirect: 'manual', headers: { ...ours, cookie } });

  test('are taken from nobody who is signed out, from staff or from another site', async () => {
    const staff = await signIn();
    for (const cookie of ['', staff.cookie, `client=${'x'.repeat(43)}`]) {
      const response = await post(cookie, [['a.pdf', pdf]]);
      expect([response.status, response.headers.get('location')]).toEqual([
        302,
        expect.stringContaining('/client-login'),
      ]);
    }
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await post(await signInClient(id), [['a.pdf', pdf]], foreign)).status).toBe(403);
    expect(await documents()).toEqual([]);
  });

  test('are stored whatever their files are called, and the names are not kept', {
    tags: 'thorough',
  }, async () => {
    const cookie = await signInClient(id);
    const names = ['../../etc/passwd', 'Canary SSN 219-09-9999.exe', 'a"; filename="b.html', 'ü'.repeat(300)];
    const response = await post(
      cookie,
      names.map((name, at) => [name, new Uint8Array(makePdf(String(at)))]),
    );
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/client-portal\/uploads\?receipt=[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    ]);
    const shown = await (await read(String(response.headers.get('location')), cookie)).text();
    expect(shown).toMatch(/We received (<!-- -->)?4 files/);
    expect(shown).not.toMatch(/passwd|219-09-9999|b\.html/);
    expect(await documents()).toHaveLength(4);
  });

  test('are told apart: what is refused is named, what is good is kept', async () => {
    const response = await post(await signInClient(id), [
      // More than the buffers on the way hold.
      ['large.pdf', Buffer.concat([Buffer.from(pdf), Buffer.alloc(maxDocumentBytes + 4 * 1024 * 1024)])],
      ['empty.pdf', ''],
      ['<b>bad.pdf', '<!doctype html><script>'],
      ['good.pdf', new Uint8Array(makePdf('A letter'))],
    ]);
    const body = await response.text();
    expect(response.status).toBe(400);
    expect(body).toContain('3 files were not sent');
    expect(body).toContain('&lt;b&gt;bad.pdf: We cannot use this kind of file');
    expect(body).toContain('large.pdf: This file is larger than 25 MB');
    expect(body).toMatch(/We received (<!-- -->)?1 file/);
    const lines = [...body.matchAll(/file-name">(.*?)<\/p><p class="file-state[^>]*>(.*?)<\/p>/g)];
    expect(lines.map(([, name, what]) => [name, what?.slice(0, 30)])).toEqual([
      ['large.pdf', 'Not sent: This file is larger '],
      ['empty.pdf', 'Not sent: This file is empty. '],
      ['&lt;b&gt;bad.pdf', 'Not sent: We cannot use this k'],
      ['good.pdf', 'Received'],
    ]);
    expect(await documents()).toMatchObject([{ type: 'medical-record', state: 'stored' }]);
  });

  test('that were refused can be left out: what was typed stays, or the receipt of the others', async () => {
    const cookie = await signInClient(id);
    const leave = async (receipt: string) => {
      const body = new FormData();
      body.append('_leave_out', receipt);
      body.append('note', 'What was typed');
      const sent = { method: 'POST', redirect: 'manual', headers: { ...ours, cookie }, body } as const;
      return fetch(`http://127.0.0.1:${port}${path}`, sent);
    };
    const all = await leave('');
    const shown = await all.text();
    expect(all.status).toBe(200);
    expect(shown).toContain('What was typed');
    expect(shown).not.toMatch(/error-summary/);
    const others = await leave('AB&C=//evil.example');
    expect([others.status, others.headers.get('location')]).toEqual([
      303,
      '/client-portal/uploads?receipt=AB%26C%3D%2F%2Fevil.example',
    ]);
  });

  test('before one with a name that cannot be read are kept, and what follows it is said to be missing', async () => {
    const response = await post(await signInClient(id), [
      ['good.pdf', new Uint8Array(makePdf('A letter'))],
      ['bell\u0007.pdf', new Uint8Array(makePdf('A record'))],
    ]);
    const body = await response.text();
    expect(body).toMatch(/We received (<!-- -->)?1 file/);
    expect(body).toContain('What came after that: We could not read it.');
    expect(await documents()).toHaveLength(1);
  });

  test('are refused without a file and when they are far too large together, before they have arrived', async () => {
    const cookie = await signInClient(id);
    const none = await post(cookie, []);
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining('Choose at least one file'),
    ]);
    const socket = connect(port, '127.0.0.1');
    const head = { ...ours, host: 'x', cookie, 'content-type': 'multipart/form-data; boundary=x' };
    const lines = Object.entries({ ...head, 'content-length': String(300 * 1024 * 1024) });
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (bytes) => resolve(bytes.toString())),
    );
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('come back to their client as a download, and to nobody else', async () => {
    const { deps } = running;
    const other = await createClient({ ssn: '219099998', dateOfBirth: '1968-04-27', pin: '8052' }, deps);
    const cookie = await signInClient(id);
    await post(cookie, [['a.png', pictureOf('a')]]);
    const [stored] = await documents();
    const file = `${path}/${stored?._id}/file`;
    expect((await read(file, '')).headers.get('location')).toContain('/client-login');
    for (const refused of [file, `${path}/${'f'.repeat(24)}/file`, `${path}/x/file`])
      expect((await read(refused, await signInClient(other))).headers.get('location')).toBe(path);
    const answer = await read(file, cookie);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      200,
      {
        'content-type': 'image/png',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="medical-record-[0-9a-f]{6}\.png"$/,
        ),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'no-store',
      },
    ]);
  });
});

test('a document that nobody can open is marked as handled on its client’s page, by whoever may change records', async () => {
  const staff = await signIn();
  const model = clientDocumentsCollection.model(running.deps.portal);
  const document = {
    client_id: id,
    state: 'stored',
    title: 'x',
    type: 'other',
    content_type: 'application/pdf',
    at: new Date(),
    receipt: 'ABCD-EFGH',
    scan: 'none',
    rewrite_done: true,
    unread: true,
  } as const;
  const { _id } = await model.create({ ...document, number: 1, digest: 'one', unreadable: true });
  await model.create({
    ...document,
    number: 2,
    digest: 'two',
    copy: { pieces: 1, size: 9, drawn: 1, pages: 1 },
  });
  const link = `documents/${_id}/handled`;
  const pageOf = async (cookie: string) => (await get('', cookie)).text();
  const shown = await pageOf(staff.cookie);
  expect(shown.match(/documents\/[0-9a-f]{24}\/handled/g)).toEqual([link]);
  expect(shown).toContain('Locked: we cannot read this PDF. Ask the client for a photo of each page');
  expect(await (await get(link, staff.cookie)).text()).toContain('is asked for a photo of the paper');
  const post = ({ cookie }: { cookie: string }) =>
    fetch(`http://127.0.0.1:${port}/trpc/clients.markDocumentHandled`, {
      method: 'POST',
      headers: { ...ours, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id, document: String(_id) }),
    });
  const reader = await signIn('read_only');
  expect((await post(reader)).status).toBe(403);
  expect(await pageOf(reader.cookie)).not.toContain(link);
  expect((await post(staff)).status).toBe(200);
  expect(await pageOf(staff.cookie)).toMatch(/Handled by .*Robin/);
  expect(await pageOf(staff.cookie)).not.toContain(link);
});

test('a file is on record before it leaves, and leaves for staff only', async () => {
  const staff = await signIn();
  await upload('upload', staff);
  const [stored] = await documents();
  const path = `documents/${stored?._id}/file`;
  expect((await get(path, '')).headers.get('location')).toContain('/admin/login');
  const { entries } = running.deps.audit;
  await emptyAuditLog(running.deps);
  const reader = await signIn('read_only');
  expect(await (await get(path, reader.cookie)).text()).toBe(pdf);
  expect(await entries.find().toArray()).toMatchObject([{ action: 'clients.documentFile', subject: id }]);
});

test('what is not an upload is given up when it comes too slowly', {
  tags: 'thorough',
  timeout: 40_000,
}, async () => {
  const socket = connect(port, '127.0.0.1');
  const type = 'application/x-www-form-urlencoded';
  socket.write(
    `POST /admin/login HTTP/1.1\r\nhost: x\r\norigin: ${PUBLIC_URL}\r\ncontent-type: ${type}\r\ncontent-length: 99\r\n\r\na`,
  );
  const begun = performance.now();
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (bytes) => resolve(bytes.toString())),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - begun).toBeLessThan(20_000);
  socket.destroy();
});
