import { equal, match, ok, rejects } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { prepareEvaluations } from '../faults/evaluations.ts';
import { addClients } from '../faults/people.ts';
import { makeCertificate, proxyNames, startProxy } from './proxy.ts';
import { updateUnderLoad } from './rolling-update.ts';
import { openTwoSites, type TwoSites } from './sites.ts';
import { ask, formWithFile, readStream, trust } from './visitor.ts';

/**
 * `npm run test:proxies`: two sites behind the nginx and the Caddy that are installed, with ops/nginx.conf and ops/Caddyfile: TLS, sizes,
 * times, event streams, whom limits count, and an update under load. With names, only these: `npm run test:proxies -- nginx --per-second 20`.
 */
const megabyte = 1024 * 1024;
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { 'per-second': { type: 'string', default: '50' } },
});
const folder = await mkdtemp(join(tmpdir(), 'claimdesk-proxies-'));
const made = makeCertificate(folder);
trust(made.certificate);
const [https, http] = [await findFreePort(), await findFreePort()];
const origin = `https://localhost:${https}`;
let failures = 0;

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const outcome = await work().then(
    () => 'ok  ',
    (error: unknown) => {
      failures += 1;
      return `FAIL ${error instanceof Error ? error.message : String(error)}\n    `;
    },
  );
  console.log(`  ${outcome} ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

const refusedWith = (words: RegExp, status: number) => (answer: { status: number; text: string }) => {
  equal(answer.status, status);
  match(answer.text, words);
};

/** Opens a session as a sign-in does. @returns the Cookie header. */
async function session(kind: 'admin' | 'client', user_id: string, { portal }: TwoSites): Promise<string> {
  const secret = makeSecret();
  const now = new Date();
  const row = { user_id, started_at: now, expires_at: new Date(now.getTime() + 3_600_000) };
  const name = kind === 'admin' ? 'staff_sessions' : 'client_sessions';
  await portal.collection<{ _id: string }>(name).insertOne({ _id: hashSecret(secret), ...row });
  return `__Host-${kind}=${secret}`;
}

async function beginUpload(cookie: string, size: number): Promise<string> {
  const hash = createHash('sha256').update(randomBytes(8)).digest('base64url');
  const body = JSON.stringify({ type: 'other', note: '', files: [{ hash, size }] });
  const headers = { cookie, 'content-type': 'application/json' };
  const { status, text } = await ask(origin, '/trpc/uploads.begin', { body, headers });
  equal(status, 200, text);
  return JSON.parse(text).result.data.files[0].upload;
}

const tus = {
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  'upload-offset': '0',
};

async function tryProxy(two: TwoSites): Promise<void> {
  const [person] = await addClients(1, two as never);
  ok(person);
  const clients = await two.portal.collection('clients').find().sort({ created_at: -1, _id: -1 }).toArray();
  const client = await session('client', String(clients[0]?._id), two);
  const staff = await two.portal.collection('staff').findOne({ role: 'admin' });
  const admin = await session('admin', String(staff?._id), two);

  await step('http leads to https', async () => {
    const answer = await new Promise<{ status?: number; to?: string }>((resolve, reject) =>
      httpRequest({ host: '127.0.0.1', port: http, path: '/faq', headers: { host: 'localhost' } })
        .once('response', ({ statusCode, headers }) => resolve({ status: statusCode, to: headers.location }))
        .once('error', reject)
        .end(),
    );
    ok(answer.status === 301 || answer.status === 308);
    match(answer.to ?? '', /^https:\/\/localhost(:\d+)?\/faq$/);
  });
  await step('TLS 1.1 is refused, and headers of the site pass once', async () => {
    await rejects(ask(origin, '/', { maxVersion: 'TLSv1.1' }));
    const { status, headerNames } = await ask(origin, '/faq');
    equal(status, 200);
    for (const name of ['strict-transport-security', 'content-security-policy', 'x-content-type-options'])
      equal(headerNames.filter((each) => each === name).length, 1, name);
  });
  await step('the largest file of /verify passes, a larger one is refused in our words', async () => {
    const largest = await ask(origin, '/verify', formWithFile({}, 2 * megabyte));
    // It is no contract, but was read to its end.
    refusedWith(/Choose a PDF file|not a contract|PDF/, 400)(largest);
    const larger = await ask(origin, '/verify', formWithFile({}, 3 * megabyte));
    refusedWith(/too large for this page/, 413)(larger);
  });
  await step('a form of more than 64 KiB is refused in our words', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    refusedWith(
      /too large for this page/,
      413,
    )(await ask(origin, '/contact', { body: `a=${'x'.repeat(70_000)}`, headers }));
  });
  await step(
    'a file of 25 MB of a client passes, and 300 MB are refused in our words before they are read',
    async () => {
      const upload = await beginUpload(client, 25 * megabyte);
      const sent = await ask(origin, `/client-portal/uploads/${upload}`, {
        method: 'PATCH',
        headers: { ...tus, cookie: client },
        body: Buffer.alloc(25 * megabyte, '%'),
      });
      equal(sent.status, 204, sent.text);
      const { body, headers } = formWithFile({}, 300 * megabyte);
      const larger = await ask(origin, '/client-portal/uploads', {
        body,
        headers: { ...headers, cookie: client },
      });
      refusedWith(/too large together/, 413)(larger);
    },
  );
  await step('a file of 6 MB for the CMS is refused in our words', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const body = Buffer.alloc(6 * megabyte);
    refusedWith(/The limit is 5 MB/, 413)(await ask(origin, '/cms/api/media', { body, headers }));
  });
  await step('an upload that takes 20 seconds passes', async () => {
    const upload = await beginUpload(client, megabyte);
    const body = Buffer.alloc(megabyte, '%');
    const path = `/client-portal/uploads/${upload}`;
    const { status } = await ask(origin, path, {
      method: 'PATCH',
      headers: { ...tus, cookie: client },
      body,
      slowly: 20,
    });
    equal(status, 204);
  });
  await step('a form that does not arrive in 15 seconds is refused in our words', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const slow = await ask(origin, '/contact', { body: `a=${'x'.repeat(300)}`, headers, slowly: 40 });
    refusedWith(/could not be read/, 408)(slow);
  });
  await step('an event stream is not held back, and outlives its silence', async () => {
    const stream = readStream(origin, '/trpc/submissions.changes', admin);
    try {
      await stream.until('connected', 5_000);
      const [evaluation] = await prepareEvaluations(1, two);
      ok(evaluation);
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `__Host-draft-case-evaluation=${evaluation.secret}`,
      };
      const body = new URLSearchParams(evaluation.fields).toString();
      const sent = await ask(origin, '/free-case-evaluation/contact', { body, headers });
      equal(sent.status, 303, sent.text.slice(0, 300));
      await stream.until('"kind"', 10_000);
      for (let pings = 0; pings < 2; pings += 1) await stream.until('event: ping', 20_000);
    } finally {
      stream.close();
    }
  });
  await step('limits count the visitor, not the proxy, whatever address the visitor claims', async () => {
    const check = (address: string, claimed: number) =>
      ask(origin, '/verify', {
        address,
        body: 'reference=K7QH-M9XC',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.51.100.${claimed}`,
        },
      });
    const visitor = `127.77.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
    for (let times = 0; times < 30; times += 1) equal((await check(visitor, times)).status, 200);
    refusedWith(/Many files were checked from your network/, 429)(await check(visitor, 99));
    equal((await check('127.78.0.1', 99)).status, 200);
  });
  await step('an update restarts each site in turn, and nobody notices', async () => {
    const rows = await updateUnderLoad(origin, two, Number(values['per-second']));
    for (const { what, figure, passed } of rows) {
      console.log(`      ${figure} ${what}`);
      ok(passed);
    }
  });
}

const two = await openTwoSites(origin);
let running: Awaited<ReturnType<typeof startProxy>> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await running?.stop();
    await two.close();
    process.exit(1);
  });
try {
  for (const proxy of proxyNames.filter((each) => named.length === 0 || named.includes(each))) {
    console.log(proxy);
    const sites = two.sites.map(({ port }) => port) as [number, number];
    const ports = { https, http, sites };
    running = await startProxy(proxy, { folder: join(folder, proxy), ...made, ports });
    await tryProxy(two).finally(() => running?.stop());
  }
} finally {
  await two.close();
  await rm(folder, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;
