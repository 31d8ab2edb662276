import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDatabase } from '../../api/platform/database/check-database.ts';
import { findMongod } from '../../scripts/find-mongod.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { evaluationAnswers } from '../setup/deps.ts';
import { eventually } from '../setup/eventually.ts';
import { hideWorkerSettings } from '../setup/own-settings.ts';
import { plainBrowser } from '../setup/plain-browser.ts';
import { sendForm } from '../setup/send-form.ts';
import { makeDataDir, type RunningSite, readCredentials, startSite } from '../setup/site.ts';

let dataDir: string;

afterAll(() => vi.unstubAllEnvs());

/** Starts the product and waits for it to exit. @returns its exit code and stderr. */
function failedStart(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('exit', (code) => resolve({ code, stderr: stderr.trim() }));
  });
}

/** Runs `npm run demo:data`. @returns its exit code and what it said. */
async function demoData(args: string[], env: Record<string, string> = {}): Promise<[number | null, string]> {
  const child = spawn(process.execPath, ['scripts/demo-data.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'exit');
  return [code, output.trim()];
}

/** Starts the product as people do, and waits for its `ready` line. */
async function npmStart(): Promise<{ npm: ChildProcess; url: string }> {
  const port = await findFreePort();
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), CONTENT_WAIT_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^ready http/m.test(output)) resolve();
    });
    npm.once('exit', (code) => reject(new Error(`npm ended with ${code}:\n${output}`)));
  });
  return { npm, url: `http://localhost:${port}` };
}

async function pids(): Promise<Record<string, number>> {
  const rows: { name: string; pid: number }[] = JSON.parse(
    await readFile(join(dataDir, 'processes.json'), 'utf8'),
  );
  return Object.fromEntries(rows.map(({ name, pid }) => [name, pid]));
}

/** @returns whether a process is running; zombies count as ended. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return state.slice(state.lastIndexOf(')') + 2)[0] !== 'Z';
}

const typed = Object.fromEntries(
  Object.entries(evaluationAnswers).map(([name, value]) => [name, String(value)]),
);

async function submitEvaluation(url: string): Promise<string> {
  return (await sendForm('case-evaluation', typed, { url, dataDir })).reference;
}

/** Signs in as staff. @returns the references of the evaluations in the list. */
async function listReferences(url: string): Promise<string[]> {
  const { admin } = await readCredentials(dataDir);
  const browser = plainBrowser(url);
  await browser.post('/admin/login', { way: 'password', password: admin.password });
  const { html } = await browser.open('/trpc/evaluations.list?input={}');
  const { result } = JSON.parse(html) as { result: { data: { rows: { reference: string }[] } } };
  return result.data.rows.map(({ reference }) => reference);
}

describe('npm start refuses with one sentence and exit code 1', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-start-'));
    hideWorkerSettings();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('when its port is in use', async () => {
    const server: Server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, () => resolve((server.address() as { port: number }).port));
    });
    const { code, stderr } = await failedStart({ PORT: String(port) });
    server.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} is in use: stop what uses it, or choose another with PORT=3001 npm start.`,
    );
  });

  it('when PORT is not a number', async () => {
    const { code, stderr } = await failedStart({ PORT: 'http' });
    expect([code, stderr]).toEqual([1, 'PORT must be a number from 1 to 65535, not "http".']);
  });

  it('when browsers open nothing at PORT', async () => {
    const { code, stderr } = await failedStart({ PORT: '4190' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Browsers open nothing at port 4190/);
  });

  it('when DATA_DIR cannot be written to', async () => {
    const { code, stderr } = await failedStart({ PORT: '39998', DATA_DIR: '/dev/null/data' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "DATA_DIR /dev/null/data can't be written to: choose another folder or change its permissions.",
    );
  });

  it('when no MongoDB can be found or downloaded', async () => {
    const nowhere = 'http://127.0.0.1:9';
    const { code, stderr } = await failedStart({
      PORT: String(await findFreePort()),
      PATH: '/nonexistent',
      HOME: dataDir,
      MONGOD_DOWNLOAD_MIRROR: nowhere,
      PIP_INDEX_URL: nowhere,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No MongoDB server was found or could be downloaded: .*MONGODB_URI.*\.$/);
  });

  it.each([
    [
      'does not answer',
      'mongodb://site:pa55@127.0.0.1:9/?replicaSet=rs0',
      /^MongoDB does not answer at 127\.0\.0\.1:9: .+\.$/,
    ],
    [
      'is not for MongoDB',
      'postgres://site:pa55@127.0.0.1',
      /^The environment is not complete\. MONGODB_URI: .+\.$/,
    ],
  ])(
    'when MONGODB_URI %s, before the driver gives up by itself, and without its password',
    { tags: 'thorough' },
    async (_, MONGODB_URI, sentence) => {
      const startedAt = performance.now();
      const { code, stderr } = await failedStart({ PORT: String(await findFreePort()), MONGODB_URI });
      expect(performance.now() - startedAt).toBeLessThan(29_000);
      expect(code).toBe(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toContain('pa55');
    },
  );

  it('when the server of MONGODB_URI is not a replica set', { tags: 'thorough' }, async () => {
    const { file } = await findMongod(() => {});
    const port = await findFreePort();
    const folder = join(dataDir, 'standalone');
    await mkdir(folder);
    const mongod = spawn(file, ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1'], {
      stdio: 'ignore',
    });
    try {
      const uri = `mongodb://127.0.0.1:${port}/`;
      const client = await mongoose.mongo.MongoClient.connect(uri);
      await client.close();
      const sentence = /^MongoDB must run as a replica set .+\.$/;
      const { code, stderr } = await failedStart({ PORT: String(await findFreePort()), MONGODB_URI: uri });
      expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
      const named = { MONGODB_URI: `${uri}?replicaSet=rs0`, PUBLIC_URL: 'http://localhost' };
      await expect(checkDatabase({ ...named, NODE_ENV: 'production' }, ['cms'])).rejects.toThrow(sentence);
    } finally {
      mongod.kill('SIGKILL');
    }
  });
});

describe('npm start', { tags: 'thorough' }, () => {
  let site: RunningSite;
  let product: Awaited<ReturnType<typeof npmStart>> | undefined;
  let loaded: string;
  beforeAll(async () => {
    hideWorkerSettings();
    dataDir = await makeDataDir();
    loaded = join(dataDir, 'loaded.txt');
    await writeFile(loaded, '');
    const loaderHook = `import { registerHooks } from 'node:module';
      import { appendFileSync } from 'node:fs';
      registerHooks({ load(url, context, next) {
        if (/\\/(vite|@react-router\\/dev)\\/|scripts\\/dev|web\\/server\\.ts/.test(url))
          appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
        return next(url, context);
      } });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(loaderHook)}`;
    site = await startSite(undefined, dataDir, { NODE_OPTIONS, CONTENT_WAIT_SECONDS: '1' });
  });
  afterAll(async () => {
    await site?.stop();
    if (product?.npm.kill('SIGTERM')) await once(product.npm, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('generates credentials that only the owner can read', async () => {
    expect((await stat(join(dataDir, 'credentials.json'))).mode & 0o777).toBe(0o600);
    expect(await readCredentials(dataDir)).toEqual({
      cms: { url: `${site.url}/cms`, email: expect.any(String), password: expect.stringMatching(/^.{20}$/) },
      admin: {
        url: `${site.url}/admin/login`,
        password: expect.stringMatching(/^.{20}$/),
        email: expect.any(String),
        emailPassword: expect.stringMatching(/^.{20}$/),
      },
      client: {
        ssn: expect.stringMatching(/^\d{9}$/),
        pin: expect.stringMatching(/^\d{4}$/),
        dateOfBirth: expect.any(String),
      },
    });
  });

  it('never loads or serves Vite or any part of the development server', async () => {
    const paths = [
      '/@vite/client',
      '/@development/reload.js',
      '/@id/react',
      '/app/root.tsx',
      '/@fs/etc/hostname',
    ];
    for (const path of paths) expect((await fetch(site.url + path)).status, path).toBe(404);
    const page = await fetch(`${site.url}/faq`);
    expect(await page.text()).not.toMatch(/vite|development/i);
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|ws:|script-src/);
    const urls = (await readFile(loaded, 'utf8')).trim().split('\n');
    expect(urls).toEqual([expect.stringMatching(/web\/server\.ts$/)]);
  });

  it('keeps the site up while the CMS is down, and restarts a killed process', async () => {
    const { url } = site;
    const before = await pids();
    process.kill(before.cms ?? 0, 'SIGKILL');
    expect((await fetch(`${url}/articles/technical-denial`)).status).toBe(200);
    expect((await fetch(`${url}/faq`)).status).toBe(200);
    await eventually(async () => expect((await fetch(`${url}/cms/login`)).status).toBe(200));
    process.kill(before.site ?? 0, 'SIGKILL');
    await eventually(async () => expect((await fetch(url)).status).toBe(200));
    expect((await pids()).site).not.toBe(before.site);
  });

  it('sends mail and makes documents in a worker, which is started again when it is killed', async () => {
    const { worker = 0 } = await pids();
    process.kill(worker, 'SIGKILL');
    await submitEvaluation(site.url);
    const log = (name: string) => readFile(join(dataDir, `logs/${name}.log`), 'utf8');
    await eventually(async () => expect((await pids()).worker).not.toBe(worker));
    await eventually(async () => expect(await log('worker')).toContain('email sent'));
    expect(await log('site')).not.toContain('email sent');
  });

  it('serves cached pages without long delays while the database hangs, and recovers when it is back', async () => {
    const { url } = site;
    const paths = ['/', '/faq', '/articles/technical-denial', '/appeal-denial'];
    for (const path of paths) expect((await fetch(url + path)).status).toBe(200);
    const { mongod = 0 } = await pids();
    process.kill(mongod, 'SIGSTOP');
    try {
      const log = join(dataDir, 'logs/site.log');
      await eventually(async () => expect(await readFile(log, 'utf8')).toContain('content changes lost'));
      for (const path of paths) {
        const startedAt = performance.now();
        expect((await fetch(url + path)).status).toBe(200);
        expect(performance.now() - startedAt).toBeLessThan(15_000);
      }
    } finally {
      process.kill(mongod, 'SIGCONT');
    }
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    expect(await submitEvaluation(url)).toMatch(/^\w{4}-\w{4}$/);
  });

  it('loses nothing when all of its processes are killed, and starts again on the same data', async () => {
    const earlier = await listReferences(site.url);
    const reference = await submitEvaluation(site.url);
    const killed = await pids();
    for (const pid of [killed.start, killed.site, killed.mongod]) process.kill(pid ?? 0, 'SIGKILL');
    // Leaves the CMS process running on purpose: the next start has to end it.
    product = await npmStart();
    expect((await listReferences(product.url)).toSorted()).toEqual([reference, ...earlier].toSorted());
    expect(await isRunning(killed.cms ?? 0)).toBe(false);
  });

  it('npm run demo:data adds as many records as it is asked for, but none to a public site', async () => {
    const counts = ['--evaluations', '30', '--attorneys', '40', '--clients', '20'];
    const usage = /^Say how many to add, .+--evaluations 1000000/;
    expect(await demoData([])).toEqual([1, expect.stringMatching(usage)]);
    expect(await demoData(['--evaluations', 'many'])).toEqual([1, expect.stringMatching(usage)]);
    const publicSite = { PUBLIC_URL: 'https://www.disability-firm.test' };
    expect(await demoData(counts, publicSite)).toEqual([
      1,
      'Made-up records are not for a public site, and PUBLIC_URL is https://www.disability-firm.test.',
    ]);
    const { siteUri = '' } = (await runningUris(dataDir)) ?? {};
    const client = await mongoose.mongo.MongoClient.connect(siteUri);
    const trials = client.db('portal').collection<{ _id: string }>('trials');
    const mark = await trials.findOneAndDelete({ _id: 'trial' });
    expect(await demoData(counts)).toEqual([1, expect.stringContaining('not marked as that of a trial')]);
    await trials.insertOne(mark ?? expect.fail('The first start left no mark.'));
    await client.close();
    const [code, output] = await demoData(counts);
    expect(code).toBe(0);
    for (const added of ['30 evaluations', '40 attorneys', '20 clients'])
      expect(output).toContain(`${added} added in`);
    expect(await listReferences(product?.url ?? '')).toHaveLength(25);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends every process when only npm receives %s', async (signal) => {
    const { npm } = product ?? (await npmStart());
    product = undefined;
    const started = Object.values(await pids());
    expect(started).toHaveLength(5);
    const ended = once(npm, 'exit');
    npm.kill(signal);
    await ended;
    for (const pid of started) await eventually(async () => expect(await isRunning(pid)).toBe(false));
  });
});
