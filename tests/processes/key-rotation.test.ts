/** @module-tag thorough */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { draftsCollection } from '../../api/casework/intake/draft.model.ts';
import { encryptAnswers } from '../../api/casework/submissions/encrypted-answers.ts';
import { openDataKeys } from '../../api/platform/keys/data-keys.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { makeFormToken } from '../../api/platform/keys/form-token.ts';
import { parseKeys } from '../../api/platform/keys/key-ring.ts';
import { getForm } from '../../forms/registry.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { pageDataType } from '../../web/app/ui/islands/page-data.ts';
import { claimant, evaluationAnswers } from '../setup/deps.ts';
import { eventually } from '../setup/eventually.ts';
import { hideWorkerSettings } from '../setup/own-settings.ts';
import { proofFor } from '../setup/proof.ts';
import { type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const evaluationCount = 3_000;
const requestsPerSecond = 20;
const root = join(import.meta.dirname, '../..');
const { ObjectId } = mongoose.mongo;

let site: RunningSite;
let connection: mongoose.Connection;
let cookie: string;
const ids: string[] = [];
const drafts: string[] = [];
/** Complete answers to send, with solved proofs of work: solving them would slow down the measurement. Sent again, it is a retry. */
const unsent: { secret: string; token: string; proof: string }[] = [];

beforeAll(async () => {
  hideWorkerSettings();
  site = await startSite();
  const uris = await runningUris(site.dataDir);
  connection = await mongoose.createConnection(uris?.siteUri ?? '').asPromise();
  await insertEncryptedRecords();
  cookie = await signIn();
}, 300_000);
afterAll(async () => {
  await connection?.close();
  await site?.stop();
  vi.unstubAllEnvs();
});

const portal = () => connection.useDb('portal', { useCache: true });
const ring = async () => JSON.parse(await readFile(join(site.dataDir, 'keys.json'), 'utf8'));

/** Stores submissions and drafts from before the rotation, each under a data key that the first key wraps. */
async function insertEncryptedRecords(): Promise<void> {
  const rings = parseKeys(await readFile(join(site.dataDir, 'keys.json'), 'utf8'));
  const keys = await openDataKeys(rings, portal());
  const definition = getForm('case-evaluation');
  const making = Array.from({ length: evaluationCount }, async (_, index) => {
    const _id = new ObjectId();
    const document = _id.toHexString();
    ids.push(document);
    return {
      _id,
      reference: `R-${index}`,
      submission_key: `key-${index}`,
      form: definition.form,
      version: definition.version,
      status: 'pending',
      answers: encryptAnswers(evaluationAnswers, await keys.for(_id), {
        collection: 'case_evaluations',
        document,
      }),
      created_at: new Date(),
    };
  });
  await portal()
    .collection('case_evaluations')
    .insertMany(await Promise.all(making));
  const draftOf = async (given: object) => {
    const secret = makeSecret();
    const _id = hashSecret(secret);
    const answers = draftsCollection.encrypt(await keys.for(_id), _id, 'answers', JSON.stringify(given));
    const now = Date.now();
    const dates = { updated_at: new Date(now), expires_at: new Date(now + 86_400_000) };
    return { secret, row: { _id, form: definition.form, version: definition.version, answers, ...dates } };
  };
  const draftsOf = (length: number, given: object) =>
    Promise.all(Array.from({ length }, () => draftOf(given)));
  const begun = await draftsOf(200, { receiving_benefits: 'yes' });
  const complete = await draftsOf(60, evaluationAnswers);
  const draftRows = [...begun, ...complete].map(({ row }) => row);
  await portal().collection<{ _id: string }>('drafts').insertMany(draftRows);
  drafts.push(...begun.map(({ secret }) => secret));
  for (const { secret } of complete) {
    const token = makeFormToken(rings.forms, secret, 'case-evaluation', new Date());
    unsent.push({ secret, token, proof: await proofFor('case-evaluation', site.dataDir) });
  }
}

async function signIn(): Promise<string> {
  const { admin } = await readCredentials(site.dataDir);
  const response = await post('/admin/login', { way: 'password', password: admin.password });
  return (
    response.headers
      .getSetCookie()
      .find((each) => each.startsWith('admin='))
      ?.split(';')[0] ?? ''
  );
}

function post(
  path: string,
  typed: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.url, accept: 'text/html', ...headers },
    body: new URLSearchParams(typed),
  });
}

function get(call: string, input: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
}

let requestCount = 0;
const failures: string[] = [];

/** Sends one request as staff or a visitor; each reads or writes encrypted data. */
async function sendRequest(): Promise<void> {
  requestCount += 1;
  const kind = requestCount % 4;
  const id = ids[(requestCount * 37) % ids.length];
  const network = { 'x-forwarded-for': `198.51.${Math.floor(requestCount / 250)}.${requestCount % 250}` };
  const cookieOf = (secret = '') => `draft-case-evaluation=${secret}`;
  const { secret, token = '', proof = '' } = unsent[(requestCount >> 2) % unsent.length] ?? {};
  const response = await (kind === 0
    ? get('evaluations.detail', { id }, { cookie })
    : kind === 1
      ? get('evaluations.list', {}, { cookie })
      : kind === 2
        ? fetch(`${site.url}/free-case-evaluation/receiving-benefits`, {
            headers: { accept: pageDataType, cookie: cookieOf(drafts[requestCount % drafts.length]) },
          })
        : post(
            '/free-case-evaluation/contact',
            { ...claimant, _token: token, _proof: proof },
            { ...network, cookie: cookieOf(secret) },
          )
  ).catch((error: unknown) => String(error));
  if (typeof response === 'string') failures.push(response);
  else {
    const body = await response.text();
    const location = response.headers.get('location') ?? '';
    const isRight = [
      body.includes(evaluationAnswers.email),
      body.includes('result'),
      body.includes('"receiving_benefits":"yes"'),
      response.status === 303 && location.endsWith('/sent'),
    ][kind];
    if (!isRight) failures.push(`${kind} ${response.status} ${location} ${body.slice(0, 200)}`);
  }
}

/** Sends 20 requests a second. @returns a function that stops and waits for pending ones. */
function startTraffic(): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const request = sendRequest().finally(() => running.delete(request));
    running.add(request);
  }, 1_000 / requestsPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

function run(script: string, ...args: string[]): ChildProcess & { output(): string } {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: site.dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return Object.assign(child, { output: () => output });
}

async function waitForSuccess(child: ReturnType<typeof run>): Promise<string> {
  const [code] = await once(child, 'exit');
  expect([code, child.output()]).toEqual([0, child.output()]);
  return child.output();
}

/** @returns how many data keys of the stored submissions a key wraps. */
const countWrapped = (keyId: string) =>
  portal()
    .collection<{ _id: string }>('data_keys')
    .countDocuments({ key: new RegExp(`^v2\\.${keyId}\\.`), _id: { $in: ids } });

/** @returns the collections with something that a key encrypts; it searches all, in case the rotation misses one. */
async function collectionsUsing(keyId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await portal().listCollections()) {
    for await (const row of portal().collection(name).find({})) {
      if (JSON.stringify(row).includes(`"v2.${keyId}.`)) found.push(name);
    }
  }
  return found;
}

describe('rotating all keys of a site that answers 20 requests a second', () => {
  it('causes no failed requests, changes no row and leaves nothing under the old key, even if interrupted and run again', async () => {
    const answers = () =>
      portal().collection('case_evaluations').find({ reference: /^R-/ }).sort({ _id: 1 }).toArray();
    const before = JSON.stringify(await answers());
    const stop = startTraffic();
    const first = run('rotate-keys', 'all');
    while ((await countWrapped('k2')) === 0 && first.exitCode === null) await wait(5);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const rewrapped = await countWrapped('k2');
    expect(rewrapped).toBeGreaterThan(0);
    expect(rewrapped).toBeLessThan(evaluationCount);

    const output = await waitForSuccess(run('rotate-keys', 'all'));
    expect(output).toContain('an earlier rotation was cut short');
    // One that has just ended is still counted for 20 s.
    expect(output).toMatch(/known to [1-9] running site processes/);
    await wait(1_000);
    await stop();
    expect(JSON.stringify(await answers())).toBe(before);

    console.log(
      `${requestCount} requests while ${rewrapped} and then the rest of ${evaluationCount} data keys were wrapped anew, ${failures.length} failed`,
    );
    expect(failures).toEqual([]);
    expect(requestCount).toBeGreaterThan(100);
    expect(await collectionsUsing('k1')).toEqual([]);
  }, 300_000);

  it('keeps the key file private to its owner, with the current key first and old ones after it', async () => {
    const rings = await ring();
    for (const [purpose, keys] of Object.entries(rings) as [string, { id: string }[]][]) {
      expect([purpose, keys.at(-1)?.id]).toEqual([purpose, 'k1']);
      expect(keys.length).toBeGreaterThan(1);
    }
    expect((await stat(join(site.dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
  });

  it('refuses to remove the current key, or one that does not exist', async () => {
    const currentKey = (await ring()).fields[0].id;
    for (const [id, sentence] of [
      [currentKey, /is the key in use: rotate first/],
      ['k99', /There is no key k99/],
    ]) {
      const child = run('remove-key', 'fields', id);
      const [code] = await once(child, 'exit');
      expect(code).toBe(1);
      expect(child.output()).toMatch(sentence);
    }
  });

  it('can read everything after the old keys are removed, even in a restarted process', async () => {
    for (const { id } of (await ring()).fields.slice(1))
      await waitForSuccess(run('remove-key', 'fields', id));
    await waitForSuccess(run('remove-key', 'lookups', 'k1'));
    expect((await ring()).fields).toHaveLength(1);
    const processes: { name: string; pid: number }[] = JSON.parse(
      await readFile(join(site.dataDir, 'processes.json'), 'utf8'),
    );
    process.kill(processes.find(({ name }) => name === 'site')?.pid ?? 0, 'SIGKILL');
    await eventually(async () => {
      const response = await get('evaluations.detail', { id: ids[0] }, { cookie });
      expect(await response.text()).toContain(evaluationAnswers.email);
    });
  });
});
