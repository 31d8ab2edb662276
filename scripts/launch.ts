import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from './build.ts';
import { endLeftovers, type Kept, keepRunning, remember } from './children.ts';
import { type Credentials, openDataDir, prepareEnvironment } from './environment.ts';
import { findFreePort } from './free-port.ts';
import { type RunningDatabase, startMongod } from './mongod.ts';
import { seedIfEmpty } from './seed.ts';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '..');

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

export interface Launched {
  /** Builds what changed and starts the site anew; a build that fails leaves the old one running and is told. */
  rebuild(): Promise<void>;
}

/**
 * Starts everything, in order: database, build, content, CMS, site. From then on a signal ends everything, the newest
 * first; whatever ends unasked is started again.
 *
 * @param mode `dev` runs the CMS with Next's own live reloading.
 */
export async function launch(mode: 'start' | 'dev'): Promise<Launched> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.log('\nstopping');
      void leave(0);
    });
  }
  try {
    return await start(mode);
  } catch (error) {
    if (!stopping) console.error(error instanceof StartError ? error.message : error);
    return leave(stopping ? 0 : 1);
  }
}

async function start(mode: 'start' | 'dev'): Promise<Launched> {
  const port = portFrom(process.env.PORT ?? '3000');
  const dataDir = await openDataDir();
  await endLeftovers(dataDir);
  await remember(dataDir, { start: process.pid });
  await requireFree(port);

  step('database');
  const database = process.env.MONGODB_URI
    ? givenDatabase(process.env.MONGODB_URI)
    : await startMongod(dataDir, detail);
  stops.push(database.stop);
  database.exited.then(() => {
    if (!stopping)
      fail(new StartError('MongoDB ended unexpectedly: see DATA_DIR/logs/mongod.log, then start again.'));
  });

  step('build');
  if ((await build(detail)) === 0) detail('nothing to do');

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
    running[name] = await keepRunning({ name, args, cwd, env, logFile }, note, fail);
    stops.push(running[name].stop);
    await note();
  };

  step('CMS and site');
  const cmsPort = String(await findFreePort());
  const next = join(root, 'node_modules/next/dist/bin/next');
  // Next decides by its own command whether it serves what was built or the sources.
  const NODE_ENV = mode === 'dev' ? 'development' : 'production';
  await keep('cms', [next, mode, '-H', '127.0.0.1', '-p', cmsPort], { ...cms, NODE_ENV });
  const cmsOrigin = `http://127.0.0.1:${cmsPort}`;
  const developing = mode === 'dev' ? { DEVELOPER_PAGES: '1' } : {};
  await keep('site', ['server.ts'], { ...site, ...developing, CMS_ORIGIN: cmsOrigin });
  await Promise.all([answers(`http://127.0.0.1:${port}/readyz`), answers(`${cmsOrigin}/cms/api/access`)]);
  announce(credentials, site.PUBLIC_URL ?? '', mode);
  return {
    async rebuild() {
      try {
        await build(detail);
        await running.site?.restart();
        detail('site started anew');
      } catch (error) {
        console.error(error instanceof StartError ? error.message : error);
      }
    },
  };
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

/** A database that somebody else runs. CMS_MONGODB_URI, where given, is a user that sees the content only. */
function givenDatabase(siteUri: string): Omit<RunningDatabase, 'ownerUri'> {
  const cmsUri = process.env.CMS_MONGODB_URI ?? siteUri;
  return { siteUri, cmsUri, pid: 0, exited: new Promise(() => {}), stop: async () => {} };
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await wait(100);
  }
  throw new StartError(`Nothing answered at ${url} within two minutes: see the logs in DATA_DIR/logs.`);
}

function announce({ cms, admin }: Credentials, publicUrl: string, mode: 'start' | 'dev'): void {
  const developing = mode === 'dev' ? `\n  every form   ${publicUrl}/dev/forms` : '';
  console.log(`ready ${publicUrl}

  site         ${publicUrl}${developing}
  editors      ${cms.url}  ${cms.email}  ${cms.password}
  back office  ${admin.url}  password ${admin.password}
               or ${admin.email}  ${admin.emailPassword}
  client       ${publicUrl}/client-login  (number and PIN: credentials.json in DATA_DIR)

Ctrl-C stops everything and keeps the data.`);
}
