import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encryptAnswers } from '../../api/casework/submissions/encrypted-answers.ts';
import { encrypt } from '../../api/platform/keys/encrypt.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { parseKeys } from '../../api/platform/keys/key-ring.ts';
import { proveTo } from '../../api/testing/prove.ts';
import { getForm } from '../../forms/registry.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { evaluationAnswers } from '../setup/deps.ts';
import { type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const evaluations = 3_000;
const perSecond = 20;
const root = join(import.meta.dirname, '../..');
const { MongoClient, ObjectId } = mongoose.mongo;

let site: RunningSite;
let client: InstanceType<typeof MongoClient>;
let cookie: string;
const ids: string[] = [];
const drafts: string[] = [];
/** The work for each is done before, because it would slow down what is measured. One more time, it is the same sending. */
const sends: { key: string; proof: string }[] = [];

beforeAll(async () => {
  for (const name of [
    'MONGODB_URI',
    'CMS_DATABASE',
    'PORTAL_DATABASE',
    'PUBLIC_URL',
    'APP_KEYS',
    'PAYLOAD_SECRET',
    'DATA_DIR',
  ])
    vi.stubEnv(name, undefined);
  site = await startSite();
  const uris = await runningUris(site.dataDir);
  client = await MongoClient.connect(uris?.siteUri ?? '');
  await fill();
  cookie = await signIn();
  for (let made = 0; made < 60; made += 1) {
    sends.push({ key: crypto.randomUUID(), proof: await proveTo(site.url, 'case-evaluation') });
  }
}, 300_000);
afterAll(async () => {
  await client?.close();
  await site?.stop();
  vi.unstubAllEnvs();
});

const portal = () => client.db('portal');
const ring = async () => JSON.parse(await readFile(join(site.dataDir, 'keys.json'), 'utf8'));

/** What people sent before the rotation, encrypted with the first key. */
async function fill(): Promise<void> {
  const { fields } = parseKeys(await readFile(join(site.dataDir, 'keys.json'), 'utf8'));
  const definition = getForm('case-evaluation');
  const rows = Array.from({ length: evaluations }, (_, index) => {
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
      answers: encryptAnswers(evaluationAnswers, definition, fields, {
        collection: 'case_evaluations',
        document,
      }),
      created_at: new Date(),
    };
  });
  await portal().collection('case_evaluations').insertMany(rows);
  const begun = Array.from({ length: 200 }, () => {
    const secret = makeSecret();
    drafts.push(secret);
    const _id = hashSecret(secret);
    const answers = encrypt(fields, '{"receiving_benefits":"yes"}', {
      collection: 'drafts',
      field: 'answers',
      document: _id,
    });
    const now = Date.now();
    return {
      _id,
      form: 'case-evaluation',
      version: definition.version,
      answers,
      updated_at: new Date(now),
      expires_at: new Date(now + 86_400_000),
    };
  });
  await portal().collection<{ _id: string }>('drafts').insertMany(begun);
}

async function signIn(): Promise<string> {
  const { admin } = await readCredentials(site.dataDir);
  const answer = await post('staff.signInWithPassword', { password: admin.password });
  return (
    answer.headers
      .getSetCookie()
      .find((each) => each.startsWith('admin='))
      ?.split(';')[0] ?? ''
  );
}

function post(call: string, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${site.url}/trpc/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, ...headers },
    body: JSON.stringify(input),
  });
}

function get(call: string, input: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
}

let asked = 0;
const failures: string[] = [];

/** One request as staff or a visitor makes it; each reads or writes something encrypted. */
async function ask(): Promise<void> {
  asked += 1;
  const turn = asked % 4;
  const id = ids[(asked * 37) % ids.length];
  const draft = { cookie: `draft-case-evaluation=${drafts[asked % drafts.length]}` };
  const from = { 'x-forwarded-for': `198.51.${Math.floor(asked / 250)}.${asked % 250}` };
  const answer = await (turn === 0
    ? get('evaluations.detail', { id }, { cookie })
    : turn === 1
      ? get('evaluations.list', {}, { cookie })
      : turn === 2
        ? get('intake.open', { form: 'case-evaluation', step: 'receiving-benefits' }, draft)
        : post(
            'evaluations.submit',
            { ...sends[(asked >> 2) % sends.length], answers: evaluationAnswers },
            from,
          )
  ).catch((error: unknown) => String(error));
  if (typeof answer === 'string') failures.push(answer);
  else {
    const body = await answer.text();
    const wanted =
      turn === 0 ? evaluationAnswers.email : turn === 2 ? '"receiving_benefits":"yes"' : 'result';
    if (!answer.ok || !body.includes(wanted)) failures.push(`${turn} ${answer.status} ${body.slice(0, 200)}`);
  }
}

/** Asks 20 times a second until it is told to stop. */
function traffic(): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = ask().finally(() => running.delete(one));
    running.add(one);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

function run(script: string, ...args: string[]): ChildProcess & { said(): string } {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: site.dataDir },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  return Object.assign(child, { said: () => said });
}

async function finished(child: ReturnType<typeof run>): Promise<string> {
  const [code] = await once(child, 'exit');
  expect([code, child.said()]).toEqual([0, child.said()]);
  return child.said();
}

const resealed = () =>
  portal()
    .collection('case_evaluations')
    .countDocuments({ 'answers.email': /^v1\.k2\./, reference: /^R-/ });

/** Looks through every collection, also those that a rotation might have forgotten. */
async function valuesUnder(keyId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await portal().listCollections().toArray()) {
    for await (const row of portal().collection(name).find({})) {
      if (JSON.stringify(row).includes(`"v1.${keyId}.`)) found.push(name);
    }
  }
  return found;
}

describe('rotating all keys of a site that answers 20 requests a second', () => {
  it('cut short and run again, fails no request and leaves nothing under the old key', async () => {
    const stop = traffic();
    const first = run('rotate-keys', 'all');
    while ((await resealed()) === 0 && first.exitCode === null) await wait(5);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const half = await resealed();
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(evaluations);

    const said = await finished(run('rotate-keys', 'all'));
    expect(said).toContain('an earlier rotation was cut short');
    expect(said).toMatch(/known to 1 running site processes/);
    // What was on its way when the last value was counted may still be there: it is what a second run is for.
    await finished(run('rotate-keys', 'fields'));
    await wait(1_000);
    await stop();

    console.log(
      `${asked} requests while ${half} and then the rest of ${evaluations} rows were rotated, ${failures.length} failed`,
    );
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(100);
    expect(await valuesUnder('k1')).toEqual([]);
  }, 300_000);

  it('keeps the file for its owner only, the key in use in front and the old ones behind it', async () => {
    const rings = await ring();
    for (const [purpose, keys] of Object.entries(rings) as [string, { id: string }[]][]) {
      expect([purpose, keys.at(-1)?.id]).toEqual([purpose, 'k1']);
      expect(keys.length).toBeGreaterThan(1);
    }
    expect((await stat(join(site.dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
  });

  it('refuses to remove the key in use or one that is not there', async () => {
    const inUse = (await ring()).fields[0].id;
    for (const [id, sentence] of [
      [inUse, /is the key in use: rotate first/],
      ['k99', /There is no key k99/],
    ]) {
      const child = run('remove-key', 'fields', id);
      const [code] = await once(child, 'exit');
      expect(code).toBe(1);
      expect(child.said()).toMatch(sentence);
    }
  }, 60_000);

  it('reads everything after the old keys were removed, also with a process that starts anew', async () => {
    for (const { id } of (await ring()).fields.slice(1)) await finished(run('remove-key', 'fields', id));
    await finished(run('remove-key', 'lookups', 'k1'));
    expect((await ring()).fields).toHaveLength(1);
    const processes: { name: string; pid: number }[] = JSON.parse(
      await readFile(join(site.dataDir, 'processes.json'), 'utf8'),
    );
    process.kill(processes.find(({ name }) => name === 'site')?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const answer = await get('evaluations.detail', { id: ids[0] }, { cookie });
        expect(await answer.text()).toContain(evaluationAnswers.email);
      },
      { timeout: 60_000, interval: 500 },
    );
  }, 120_000);
});
