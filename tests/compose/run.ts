import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findMongod } from '../../scripts/find-mongod.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { storeKeys } from '../setup/object-store.ts';
import { type Deployment, findTools, makeDeployment, run } from './deployment.ts';
import {
  approve,
  chooseEditorPassword,
  chooseStaffPassword,
  claimantEmail,
  isApproved,
  publishPage,
  sendEvaluation,
  signInEditor,
  signInStaff,
  subjectsOfMailTo,
  uploadPicture,
} from './people.ts';

/**
 * `npm run test:compose`: a deployment by docker-compose.yml in containers with three sites and two workers, from its first hour over
 * its loss to an upgrade. Ends by itself within `longestMs`, and removes its containers, volumes and images whatever happens.
 *
 * Options: `--from COMMIT` is the version to upgrade from, by default the one of the data that the tests keep; `--stand-ins`
 * makes base images on a machine that can't pull them (see stand-ins.sh).
 */
const { from, 'stand-ins': withStandIns } = parseArgs({
  options: { from: { type: 'string' }, 'stand-ins': { type: 'boolean', default: false } },
}).values;

const siteCount = 3;
/** Of an image with its base. */
const mostImageBytes = 900e6;
const longestMs = 75 * 60_000;
const root = join(import.meta.dirname, '../..');
/** The version before: 1.0. */
const previousVersion = '4bf25dfce2d68daa03b048b3d2ba45b64662e0d5';
const people = { staff: 'first.admin@example.com', editor: 'first.editor@example.com' };
const newPassword = () => `nine lantern ${randomBytes(9).toString('hex')}`;

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => ending.abort(new Error(`stopped by ${name}`)));
const timer = setTimeout(() => ending.abort(new Error('not done in time')), longestMs);
const { signal } = ending;

async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const startedAt = performance.now();
  const result = await work();
  console.log(`ok  ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${name}`);
  return result;
}

/** Asks until it is so; several minutes, because a site that was restarted reads much before it serves. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 5 * 60_000;
  while (!(await isSo().catch(() => false))) {
    signal.throwIfAborted();
    if (performance.now() > giveUpAt) throw new Error(`after five minutes still not: ${what}`);
    await wait(250);
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const answers = (url: string) => async () => (await fetch(url)).ok;
const isUp = ({ url }: Deployment) =>
  until(`${url} serves`, async () => {
    const both = await Promise.all(['/readyz', '/readyz', '/cms/login'].map((path) => answers(url + path)()));
    return both.every(Boolean);
  });

/** @returns a function that tells whether all sites answer a path well, each of which the proxy asks in turn. */
const allServe = (url: string, path: string) => async () => {
  const asked = Array.from({ length: 2 * siteCount }, () => fetch(url + path));
  const good = (await Promise.all(asked)).filter((answer) => answer.ok);
  return new Set(good.map(({ headers }) => headers.get('x-site'))).size === siteCount;
};

/** The commands of docs/deployment.md that write the settings, run as they stand there. */
async function writeSettings(file: string, url: string): Promise<void> {
  const guide = await readFile(join(root, 'docs/deployment.md'), 'utf8');
  const [, commands = ''] = /write \.env[^\n]*\n\n((?: {4}[^\n]*\n|\n)+)/.exec(guide) ?? [];
  ok(commands.includes('APP_KEYS'), 'docs/deployment.md has the commands that write .env');
  await run(['bash', '-euc', commands], { cwd: join(file, '..') });
  await appendFile(
    file,
    `PUBLIC_URL=${url}\nFIRST_STAFF_EMAIL=${people.staff}\nFIRST_EDITOR_EMAIL=${people.editor}\n` +
      `MEDIA_S3_URL=http://store:9000/media\nMEDIA_S3_KEY_ID=${storeKeys.keyId}\nMEDIA_S3_SECRET=${storeKeys.secret}\n` +
      `SMTP_URL=smtp://mail:1025\nSTAFF_EMAIL=office@example.com\nSTAFF_NOTICE_SECONDS=1\nTRUSTED_PROXIES=10.0.0.0/8,172.16.0.0/12,192.168.0.0/16\n`,
  );
}

/** @returns the newest links that the setup service printed. */
async function printedLinks(deployment: Deployment) {
  const printed = await deployment.logs('setup');
  const newest = (pattern: RegExp) => printed.match(pattern)?.at(-1) ?? '';
  return { staff: newest(/http\S+\/admin\/welcome\S+/g), editor: newest(/http\S+\/cms\/reset\/\S+/g) };
}

async function firstHour(deployment: Deployment) {
  const { url, mailUrl } = deployment;
  const password = { staff: newPassword(), editor: newPassword() };
  await stage('the first start, with three sites', async () => {
    await deployment.up('new', siteCount);
    await isUp(deployment);
    await until('all sites answer behind the one address', allServe(url, '/readyz'));
  });
  await stage('links are printed, and fresh ones while nobody has used them', async () => {
    const first = await printedLinks(deployment);
    ok(first.staff && first.editor, 'both links are printed');
    await setUpAgain(deployment);
    const fresh = await printedLinks(deployment);
    ok(fresh.staff !== first.staff && fresh.editor !== first.editor);
    equal((await chooseStaffPassword(first.staff, password.staff)).status, 404);
    equal(await chooseEditorPassword(first.editor, password.editor), 403);
  });
  const links = await printedLinks(deployment);
  await stage('each link lets one person in, once, and the setup prints no other', async () => {
    equal(await chooseEditorPassword(links.editor, 'password1234'), 400);
    equal(await chooseEditorPassword(links.editor, password.editor), 200);
    equal((await chooseStaffPassword(links.staff, password.staff)).status, 303);
    equal(await chooseEditorPassword(links.editor, newPassword()), 403);
    equal((await chooseStaffPassword(links.staff, newPassword())).status, 404);
    await setUpAgain(deployment);
    deepEqual(await printedLinks(deployment), links);
    const log = `${await deployment.logs('site')}${await deployment.logs('worker')}${await deployment.logs('cms')}`;
    for (const secret of Object.values(links).map((link) => link.split(/[/=]/).at(-1) ?? ''))
      ok(!log.includes(secret), 'no secret of a link is in a log');
  });
  const reference = await stage('an evaluation is sent, approved and mailed', async () => {
    const sent = await sendEvaluation(url);
    await approve(await signInStaff(url, people.staff, password.staff), sent);
    for (const address of [claimantEmail, 'office@example.com'])
      await until(`mail to ${address}`, async () => (await subjectsOfMailTo(mailUrl, address)).length > 0);
    return sent;
  });
  const path = await stage('a page and a picture are published, and seen at every site', async () => {
    const cookie = await signInEditor(url, people.editor, password.editor);
    await until('every site has the picture', allServe(url, await uploadPicture(url, cookie)));
    equal((await fetch(`${url}/open-day`)).status, 404);
    const published = await publishPage(url, cookie, 'Open day');
    const publishedAt = performance.now();
    await until('every site has the page', allServe(url, published));
    console.log(`    the page was at every site after ${Math.round(performance.now() - publishedAt)} ms`);
    return published;
  });
  return { password, reference, path };
}

/** Looks at what a container could do for somebody who took it over. */
async function lookInside({ tools, engine, containers, exec }: Deployment): Promise<void> {
  for (const service of ['mongo', 'cms', 'site', 'worker', 'mail']) {
    const [container = ''] = await containers(service);
    const status = await exec(service, 'cat', '/proc/1/status');
    for (const fact of [/^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Uid:\t[1-9]/m])
      ok(fact.test(status), `${service}: ${fact} is not in\n${status}`);
    await rejects(engine('exec', '-u', '0', container, 'touch', '/etc/here'), /Read-only file system/);
    if (service === 'mail') continue;
    // Podman runs checks by systemd, which not every machine has.
    const ask =
      tools.engine === 'podman' ? ['healthcheck', 'run'] : ['inspect', '-f', '{{.State.Health.Status}}'];
    await until(
      `${service} is healthy`,
      async () => !/starting|unhealthy/.test(await engine(...ask, container)),
    );
  }
  const connectTo = (port: number, host: string) =>
    `require('net').connect(${port}, '${host}').once('connect', () => process.exit(0)).once('error', () => process.exit(1))`;
  await exec('proxy', 'node', '-e', connectTo(3000, 'site'));
  for (const [port, host] of [
    [27017, 'mongo'],
    [3001, 'cms'],
    [3000, 'worker'],
    [1025, 'mail'],
  ] as const)
    await rejects(exec('proxy', 'node', '-e', connectTo(port, host)), /ended with 1/);
  const routes = await exec('mongo', 'cat', '/proc/net/route');
  ok(!/^\S+\t00000000\t/m.test(routes), 'the database has no way out');
}

/** Reads pages, each of them from another site, while something is done. @throws Error with the first answer that is none. */
async function whileRead(url: string, path: string, work: () => Promise<void>): Promise<void> {
  let done = false;
  let read = 0;
  const reader = async () => {
    while (!done) {
      const answer = await fetch(url + path);
      equal(answer.status, 200, `a page was answered with ${answer.status}`);
      await answer.arrayBuffer();
      read += 1;
    }
  };
  const readers = [reader(), reader(), reader(), reader()];
  // Whichever fails first.
  await Promise.race([Promise.all(readers), work()]).finally(() => (done = true));
  await Promise.all(readers);
  console.log(`    ${read} pages were read meanwhile, all of them well`);
}

/** One site is killed, and then another told to stop, while people read and send. */
async function loseSites(deployment: Deployment, { path, password }: Kept): Promise<void> {
  const { url, engine } = deployment;
  const [first = '', second = ''] = await deployment.containers('site');
  for (const [way, container] of [
    ['kill', first],
    ['stop', second],
  ] as const)
    await stage(`one of three sites: ${way}`, () =>
      whileRead(url, path, async () => {
        await engine(way, container);
        // What a killed site was doing is lost, so its sender has to send it again: only who is told to stop ends it.
        if (way === 'stop') {
          const sent = await sendEvaluation(url);
          // The newest one is looked at later.
          await approve(await signInStaff(url, people.staff, password.staff), sent);
        }
        await engine('start', container);
        await until('all sites answer', allServe(url, '/readyz'));
      }),
    );
}

/** Every evaluation that was sent has one confirmation, whichever of the workers mailed it. */
async function countMails({ mailUrl }: Deployment, sent: number): Promise<void> {
  const count = async () => (await subjectsOfMailTo(mailUrl, claimantEmail)).length;
  await until('all confirmations are there', async () => (await count()) >= sent);
  equal(await count(), sent);
}

/** The commands of docs/deployment.md, "Backups", with everything lost between them. */
async function restore(deployment: Deployment, kept: Kept, work: string): Promise<void> {
  const backups = join(work, 'backups.tar');
  await stage('a backup is made, rehearsed, and taken out', async () => {
    const { tools, containers, exec } = deployment;
    await exec('worker', 'node', '/app/scripts/backup.ts');
    const rehearsal = await deployment.runOnce('setup', ['node', 'scripts/rehearse.ts']);
    ok(/^0 faults$/m.test(rehearsal), rehearsal);
    const [worker = ''] = await containers('worker');
    const taken = `${tools.engine} exec ${worker} tar -C /data/backups -c . > ${backups}`;
    await run(['bash', '-euc', taken], { signal });
  });
  await stage('removing everything', () => deployment.down({ images: false }));
  await stage('restoring it into new containers and volumes', async () => {
    await deployment.upDatabase('new');
    const unpack = 'mkdir -p /data/backups && tar -C /data/backups -x';
    await deployment.runOnce('setup', ['sh', '-c', unpack], backups);
    const printed = await deployment.runOnce('setup', ['node', 'scripts/restore.ts']);
    ok(printed.includes('every collection is the same'), printed);
    await deployment.up('new', siteCount);
    await isUp(deployment);
    const held = await (await fetch(`${deployment.url}/readyz`)).text();
    ok(held.includes('"jobs":"held"'), held);
    await deployment.exec('site', 'node', '/app/scripts/release-restore.ts');
    ok(await isThere(deployment, kept));
    ok((await fetch(deployment.url + kept.path)).ok, 'the page is there');
  });
}

/** Runs the setup service once more. */
async function setUpAgain(deployment: Deployment): Promise<void> {
  const [setup = ''] = await deployment.containers('setup');
  await deployment.engine('start', setup);
  equal((await deployment.engine('wait', setup)).trim(), '0');
}

/** Stops and starts each container, the others running, and looks for everything that was there. */
async function restartEach(deployment: Deployment, { password, reference }: Kept): Promise<void> {
  const { url, engine } = deployment;
  for (const service of ['mongo', 'cms', 'site', 'worker', 'mail', 'proxy']) {
    for (const container of await deployment.containers(service))
      await stage(`restarting ${service}`, async () => {
        const startedAt = performance.now();
        await engine('stop', '-t', '60', container);
        const seconds = (performance.now() - startedAt) / 1000;
        ok(seconds < 30, `${service} ends when it is asked to, not after ${seconds.toFixed(0)} s`);
        if (service === 'site') ok((await fetch(`${url}/faq`)).ok, 'the other sites serve');
        await engine('start', container);
        await isUp(deployment);
        await until('all sites answer', allServe(url, '/readyz'));
        await until('everything is there', () => isThere(deployment, { password, reference }));
      });
  }
}

interface Kept {
  password: { staff: string; editor: string };
  reference: string;
  /** Of a page that was published. */
  path: string;
}

/** @returns whether both people sign in and the evaluation is there as it was. */
async function isThere(
  { url }: Deployment,
  { password, reference }: Pick<Kept, 'password' | 'reference'>,
): Promise<boolean> {
  await signInEditor(url, people.editor, password.editor);
  return isApproved(await signInStaff(url, people.staff, password.staff), reference);
}

async function upgrade(deployment: Deployment): Promise<void> {
  const { url } = deployment;
  const kept = await stage('the version before is in use', async () => {
    await deployment.up('old', 1);
    await isUp(deployment);
    const password = { staff: newPassword(), editor: newPassword() };
    const links = await printedLinks(deployment);
    equal(await chooseEditorPassword(links.editor, password.editor), 200);
    equal((await chooseStaffPassword(links.staff, password.staff)).status, 303);
    const reference = await sendEvaluation(url);
    await approve(await signInStaff(url, people.staff, password.staff), reference);
    return { reference, password };
  });
  await stage('after the upgrade, data and sign-ins are as they were', async () => {
    await deployment.up('new', siteCount);
    await isUp(deployment);
    const printed = await deployment.logs('setup');
    equal(printed.match(/already set up/g)?.length, 2);
    ok(!/welcome|reset/.test(printed), 'the setup prints no link');
    ok(await isThere(deployment, kept));
    const reference = await sendEvaluation(url);
    await approve(await signInStaff(url, people.staff, kept.password.staff), reference);
  });
}

async function main(): Promise<void> {
  const tools = findTools();
  const work = await mkdtemp(join(tmpdir(), 'claimdesk-compose-'));
  const ports = { site: await findFreePort(), mail: await findFreePort() };
  const env = join(work, '.env');
  const deployment = makeDeployment({ tools, withStandIns, work, env, ports, signal });
  try {
    if (withStandIns)
      await stage('stand-ins for base images', async () => {
        const { file } = await findMongod(console.log);
        console.log(await run(['bash', join(import.meta.dirname, 'stand-ins.sh'), file], { signal }));
      });
    const commit = from ?? previousVersion;
    await stage('the image', async () => {
      const { bytes, baseBytes } = await deployment.build('new', root);
      console.log(`    ${megabytes(bytes)}, of which ${megabytes(baseBytes)} are the base`);
      ok(bytes < mostImageBytes, 'the image is smaller than 900 MB');
    });
    await stage(`the image of ${commit.slice(0, 12)}`, async () => {
      const old = join(work, 'old-sources');
      await mkdir(old);
      const tar = join(work, 'old.tar');
      await run(['git', 'archive', '-o', tar, commit], { cwd: root, signal });
      await run(['tar', '-xf', tar, '-C', old], { signal });
      await deployment.build('old', old);
    });
    await writeFile(env, '');
    await writeSettings(env, deployment.url);
    const kept = await firstHour(deployment);
    await stage('containers can do nothing but their work, and have a list of parts', async () => {
      await lookInside(deployment);
      const parts = JSON.parse(await deployment.exec('site', 'cat', '/app/sbom.cdx.json'));
      ok(parts.components.some(({ name }: { name: string }) => name === 'payload'));
    });
    await loseSites(deployment, kept);
    await stage('each confirmation was mailed once', () => countMails(deployment, 2));
    console.log(await deployment.engine('stats', '--no-stream', '--format', '{{.Name}}  {{.MemUsage}}'));
    await restartEach(deployment, kept);
    await restore(deployment, kept, work);
    await stage('removing everything', () => deployment.down({ images: false }));
    await upgrade(deployment);
  } catch (error) {
    await showLogs(deployment);
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    await deployment.down({ images: true });
    await rm(work, { recursive: true, force: true });
  }
}

/** The end of what each container said, to find out why a stage failed. */
async function showLogs(deployment: Deployment): Promise<void> {
  if (signal.aborted) return;
  for (const service of ['mongo', 'setup', 'cms', 'site', 'worker', 'proxy'])
    console.error(`--- ${service}\n${(await deployment.logs(service).catch(String)).slice(-2_000)}`);
}

const startedAt = performance.now();
await main().then(
  () => console.log(`passed in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
