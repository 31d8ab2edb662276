import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkDatabase } from '@claimdesk/api/check-database';
import type { Settings } from '@claimdesk/api/settings';
import { build } from './build.ts';
import { endLeftovers, type Keep, type Kept, keepRunning, remember } from './children.ts';
import { type Credentials, checkSettings, openDataDir, prepareEnvironment } from './environment.ts';
import { findFreePort, requirePortForBrowsers } from './free-port.ts';
import { type GivenDatabase, startMongod, type Uris } from './mongod.ts';
import { seedIfEmpty } from './seed.ts';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '..');

/** A new version may have to migrate much stored data before it serves. */
const migratesWithinMs = 15 * 60_000;

const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

/** Ends everything that was started, the newest first, once. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error));
  })();
  return stopping;
}

async function leave(code: number): Promise<never> {
  await stopAll();
  process.exit(code);
}

type Mode = 'start' | 'dev';

/**
 * Starts everything, in order: database, build, content, CMS, site, worker. From then on a signal ends everything, the newest
 * first; whatever exits unexpectedly is restarted.
 *
 * @param mode `dev` builds nothing: the CMS runs with Next's own live reloading, and
 * @param keepSite keeps the site running from its sources.
 */
export async function launch(mode: Mode, keepSite: Keep = keepRunning): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.log('\nstopping');
      void leave(0);
    });
  }
  try {
    await start(mode, keepSite);
  } catch (error) {
    if (!stopping) console.error(error instanceof StartError ? error.message : error);
    await leave(stopping ? 0 : 1);
  }
}

async function start(mode: Mode, keepSite: Keep): Promise<void> {
  const port = portFrom(process.env.PORT ?? '3000');
  const dataDir = await openDataDir();
  await endLeftovers(dataDir);
  await remember(dataDir, { start: process.pid });
  await requireFree(port);
  await requirePortForBrowsers(port);
  const settings = await checkSettings(dataDir, port, mode);

  step('database');
  const database = process.env.MONGODB_URI
    ? givenDatabase(process.env.MONGODB_URI)
    : await startMongod(dataDir, detail);
  stops.push(database.stop);
  await checkServer(database, settings);
  database.exited.then(() => {
    if (!stopping)
      fail(new StartError('MongoDB ended unexpectedly: see DATA_DIR/logs/mongod.log, then start again.'));
  });

  if (mode === 'start') {
    step('build');
    if ((await build(detail)) === 0) detail('nothing to do');
  }

  step('content');
  const { credentials, site, cms } = await prepareEnvironment({ dataDir, port, database });
  detail(await seedIfEmpty(site));

  const running: Record<string, Kept> = {};
  const note = () =>
    remember(dataDir, {
      start: process.pid,
      ...(database.pid ? { mongod: database.pid } : {}),
      ...Object.fromEntries(Object.entries(running).map(([name, kept]) => [name, kept.pid()])),
    });
  const keep = async (name: string, args: string[], env: NodeJS.ProcessEnv) => {
    const logFile = join(dataDir, 'logs', `${name}.log`);
    const cwd = join(root, name === 'cms' ? 'cms' : 'web');
    const start = name === 'site' ? keepSite : keepRunning;
    const priority = name === 'worker' ? constants.priority.PRIORITY_BELOW_NORMAL : 0;
    running[name] = await start({ name, args, cwd, env, logFile, priority }, note, fail);
    stops.push(running[name].stop);
    await note();
    await running[name].ready;
  };

  step('CMS and site');
  const cmsPort = String(await findFreePort());
  const next = join(root, 'node_modules/next/dist/bin/next');
  // Next decides by its own command whether it serves what was built or the sources.
  const NODE_ENV = mode === 'dev' ? ('development' as const) : ('production' as const);
  // Unpacking pictures leaves gaps in as many heaps as there are threads: in one heap, the next picture fills them.
  const memory = { MALLOC_ARENA_MAX: '1' };
  await keep('cms', [next, mode, '-H', '127.0.0.1', '-p', cmsPort], {
    ...cms,
    ...memory,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV,
  });
  const cmsOrigin = `http://127.0.0.1:${cmsPort}`;
  const ofMode =
    mode === 'dev' ? ({ DEVELOPER_PAGES: '1', NODE_ENV, JOBS: 'on' } as const) : ({ JOBS: 'off' } as const);
  await keep('site', ['server.ts'], { ...site, ...ofMode, CMS_ORIGIN: cmsOrigin });
  if (mode === 'start') {
    await keep('worker', ['worker.ts'], forWorker(site));
    await Promise.all([
      // Not /readyz: with little space left it serves all the same.
      answers(`http://127.0.0.1:${port}/healthz`, migratesWithinMs),
      answers(`${cmsOrigin}/cms/api/users/me`),
    ]);
  }
  announce(credentials, site.PUBLIC_URL ?? '', mode);
}

/** It answers health checks on any free port, and Prometheus on the port after the site's. */
function forWorker(site: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { METRICS_PORT } = site;
  const metrics = METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {};
  return { ...site, ...metrics, HOST: '127.0.0.1', PORT: '0' };
}

function step(name: string): void {
  console.log(`• ${name}`);
}

function detail(text: string): void {
  console.log(`    ${text}`);
}

function fail(reason: StartError): void {
  console.error(reason.message);
  void leave(1);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StartError(`PORT must be a number from 1 to 65535, not "${text}".`);
}

async function requireFree(port: number): Promise<void> {
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
  if (!free)
    throw new StartError(
      `Port ${port} is in use: stop what uses it, or choose another with PORT=3001 npm start.`,
    );
}

/** @throws StartError when the server does not answer, or may not be used as it is. */
async function checkServer({ siteUri, cmsUri }: Uris, settings: Settings): Promise<void> {
  const { CMS_DATABASE, PORTAL_DATABASE } = settings;
  const refuse = (error: Error) => {
    throw new StartError(error.message);
  };
  const site = { ...settings, MONGODB_URI: siteUri };
  const { version, supported } = await checkDatabase(site, [CMS_DATABASE, PORTAL_DATABASE]).catch(refuse);
  if (cmsUri !== siteUri) await checkDatabase({ ...site, MONGODB_URI: cmsUri }, [CMS_DATABASE]).catch(refuse);
  if (!supported)
    detail(`MongoDB ${version} lacks security updates: put a newer mongod on the PATH, or set MONGODB_URI.`);
}

/** An external database. CMS_MONGODB_URI, if set, has a user that can only access the content. */
function givenDatabase(siteUri: string): GivenDatabase {
  const cmsUri = process.env.CMS_MONGODB_URI ?? siteUri;
  return { siteUri, cmsUri, from: undefined, pid: 0, exited: new Promise(() => {}), stop: async () => {} };
}

async function answers(url: string, patienceMs = 2 * 60_000): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await wait(100);
  }
  throw new StartError(
    `Nothing answered at ${url} within ${patienceMs / 60_000} minutes: see the logs in DATA_DIR/logs.`,
  );
}

function announce({ cms, admin }: Credentials, publicUrl: string, mode: Mode): void {
  const developing = mode === 'dev' ? `\n  every form   ${publicUrl}/dev/forms` : '';
  console.log(`ready ${publicUrl}

  site         ${publicUrl}${developing}
  editors      ${cms.url}  ${cms.email}  ${cms.password}
  back office  ${admin.url}  password ${admin.password}
               or ${admin.email}  ${admin.emailPassword}
  client       ${publicUrl}/client-login  (number and PIN: credentials.json in DATA_DIR)

Ctrl-C stops everything and keeps the data.`);
}
