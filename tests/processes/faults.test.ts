/** @module-tag thorough */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareEnvironment } from '../../scripts/environment.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { type RunningDatabase, startMongod } from '../../scripts/mongod.ts';
import { seedIfEmpty } from '../../scripts/seed.ts';
import { eventually } from '../setup/eventually.ts';
import { hideWorkerSettings } from '../setup/own-settings.ts';
import { hiddenField, type Page, type PlainBrowser, plainBrowser } from '../setup/plain-browser.ts';
import { makeDataDir, readCredentials } from '../setup/site.ts';

let child: ChildProcess | undefined;
afterAll(() => vi.unstubAllEnvs());

/** Starts a site process, and waits until it answers. @returns its address. */
async function start(env: NodeJS.ProcessEnv, output: 'pipe' | 'ignore' | number): Promise<string> {
  const port = await findFreePort();
  child = spawn(process.execPath, [join(import.meta.dirname, '../../web/server.ts')], {
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' },
    stdio: ['ignore', output, 'pipe'],
  });
  child.stderr?.pipe(process.stderr);
  const url = `http://localhost:${port}`;
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
  return url;
}

/** @returns how it exited. */
async function end(): Promise<unknown[]> {
  const exited = once(child as ChildProcess, 'exit');
  child?.kill('SIGTERM');
  return exited;
}

describe('a site whose log', () => {
  afterEach(() => void child?.kill('SIGKILL'));

  const env = () => ({
    ...process.env,
    NODE_ENV: 'production' as const,
    PAYLOAD_SECRET: randomBytes(32).toString('hex'),
  });

  /** Requests whose lines are more than a pipe holds. */
  async function fillLog(url: string): Promise<void> {
    for (let round = 0; round < 25; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/${'x'.repeat(100)}`)));
  }

  async function expectGoodEnd(url: string): Promise<void> {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const start = performance.now();
    expect(await end()).toEqual([0, null]);
    // As long as stopping may take anyhow (see `drain`), and half a second for the last lines.
    expect(performance.now() - start).toBeLessThan(12_000);
  }

  it('nobody reads goes on answering, and ends on SIGTERM', async () => {
    const url = await start(env(), 'pipe');
    await fillLog(url);
    await expectGoodEnd(url);
  });

  it('has lost its reader goes on answering, and ends on SIGTERM', async () => {
    const url = await start(env(), 'pipe');
    child?.stdout?.destroy();
    await fillLog(url);
    await expectGoodEnd(url);
  });

  it('is on a full disk goes on answering, and ends on SIGTERM', async () => {
    const full = await open('/dev/full', 'w');
    const url = await start(env(), full.fd);
    await full.close();
    await fillLog(url);
    await expectGoodEnd(url);
  });
});

describe('while the database has stopped without ending its connections', () => {
  /** Until a heartbeat is missed, another server looked for, and the page rendered on a busy machine. */
  const deadlineMs = 9_000;
  const evaluationPath = '/free-case-evaluation';
  let url: string;
  let dataDir: string;
  let database: RunningDatabase;
  let staff: PlainBrowser;
  let client: { ssn: string; pin: string };
  beforeAll(async () => {
    hideWorkerSettings();
    dataDir = await makeDataDir();
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    database = await startMongod(dataDir, console.log);
    const { site } = await prepareEnvironment({ dataDir, port: 3000, database });
    await seedIfEmpty(site);
    url = await start({ ...site, PUBLIC_URL: undefined }, 'ignore');
    const credentials = await readCredentials(dataDir);
    ({ client } = credentials);
    staff = plainBrowser(url);
    await staff.post('/admin/login', { way: 'password', password: credentials.admin.password });
    expect((await staff.open('/admin/dashboard')).status).toBe(200);
  }, 300_000);
  afterEach(() => void process.kill(database.pid, 'SIGCONT'));
  afterAll(async () => {
    if (child?.exitCode === null) await end();
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @returns a page, once it is certain that it came in time. */
  async function inTime(opening: Promise<Page>): Promise<Page> {
    const start = performance.now();
    const page = await opening;
    expect(performance.now() - start).toBeLessThan(deadlineMs);
    return page;
  }

  const signIn = async (): Promise<() => Promise<Page>> => {
    const browser = plainBrowser(url);
    const token = hiddenField(await browser.open('/client-login'), '_token');
    return () => browser.post('/client-login', { _token: token, ssn: client.ssn, pin: client.pin });
  };

  it('every page ends in our words within seconds, and all of it works again when the database goes on', async () => {
    const send = await signIn();
    const visitor = plainBrowser(url);
    const token = hiddenField(await visitor.open(evaluationPath), '_token');
    process.kill(database.pid, 'SIGSTOP');
    const [content, login, dashboard, sent, saved, alive] = await Promise.all([
      inTime(plainBrowser(url).open('/testimonials')),
      // With a cookie: whoever has none may get it from memory, also now.
      inTime(visitor.open('/client-login')),
      inTime(staff.open('/admin/dashboard')),
      inTime(send()),
      inTime(visitor.post(evaluationPath, { _token: token, receiving_benefits: 'no' })),
      inTime(staff.open('/healthz')),
    ]);
    expect([alive.status, (await inTime(staff.open('/readyz'))).status]).toEqual([200, 503]);
    for (const page of [content, login, dashboard]) expect(page.html).toContain('Something went wrong');
    expect([sent.status, saved.status]).toEqual([503, 503]);
    expect(sent.html).toContain('Something went wrong');
    expect(sent.html).not.toMatch(/invalid ssn or pin/i);
    expect(saved.html).toContain('Your answers from the pages before it are kept.');

    // By now it is known to be away.
    await inTime(plainBrowser(url).open('/careers'));
    await inTime(staff.open('/admin/dashboard'));
    const again = await inTime(send());
    expect(again.html).not.toMatch(/invalid ssn or pin/i);

    process.kill(database.pid, 'SIGCONT');
    await eventually(async () => expect((await staff.open('/readyz')).status).toBe(200));
    await eventually(async () => expect((await staff.open('/admin/dashboard')).status).toBe(200));
    await eventually(async () => expect((await send()).location).toBe('/client-portal'));
  });

  it('the site ends on SIGTERM', async () => {
    process.kill(database.pid, 'SIGSTOP');
    await eventually(async () => expect((await staff.open('/readyz')).status).toBe(503));
    const start = performance.now();
    expect(await end()).toEqual([0, null]);
    expect(performance.now() - start).toBeLessThan(12_000);
  });
});
