import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { prepareEnvironment } from '../../scripts/environment.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { startMongod, type Uris } from '../../scripts/mongod.ts';
import { seedIfEmpty } from '../../scripts/seed.ts';
import { makeDataDir } from '../setup/site.ts';
import { until } from './figures.ts';

/** A site process over a database, both of which a trial may hurt. There is no CMS process: no trial is about it. */
export interface Product {
  /** The origin of its PUBLIC_URL, where it listens, on loopback. */
  url: string;
  dataDir: string;
  /** The portal database, as its owner. */
  portal: mongoose.Connection;
  /** What the site process gets as its environment. */
  env: NodeJS.ProcessEnv;
  /** Starts the site process. `started` waits until it listens. */
  start(): void;
  started(): Promise<void>;
  kill(): Promise<void>;
  /** Ends it as an operator does. @returns its exit code; null when a signal ended it. */
  end(): Promise<number | null>;
  /** How often it has ended without being told to. */
  crashes(): number;
  close(): Promise<void>;
}

/** The name that the site's connections give to the database, so that a fail point meets nobody else. */
export const siteApp = 'site';

const startsWithinMs = 180_000;

/** Starts the site on a database that runs, with content in it. */
export async function openProduct(
  dataDir: string,
  { siteUri, cmsUri, ownerUri }: Uris & { ownerUri: string },
): Promise<Product> {
  const port = await findFreePort();
  const database = { siteUri: `${siteUri}&appName=${siteApp}`, cmsUri };
  const { site } = await prepareEnvironment({ dataDir, port, database });
  await seedIfEmpty(site);
  const env = { ...site, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1,::1' };
  const connection = await mongoose.createConnection(ownerUri).asPromise();
  const log = await open(join(dataDir, 'logs', 'site.log'), 'a', 0o600);
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let exited: Promise<unknown[]> = Promise.resolve([]);
  let isTold = true;
  let crashes = 0;

  async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    isTold = true;
    child?.kill(signal);
    await exited;
    return child?.exitCode ?? null;
  }
  const product: Product = {
    url,
    dataDir,
    env,
    portal: connection.useDb('portal', { useCache: true }),
    start() {
      isTold = false;
      child = spawn(process.execPath, [join(import.meta.dirname, '../../web/server.ts')], {
        env,
        stdio: ['ignore', log.fd, log.fd],
      });
      exited = once(child, 'exit');
      child.once('exit', () => {
        if (!isTold) crashes += 1;
      });
    },
    async started() {
      const answers = () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until('the site starts', startsWithinMs, answers);
    },
    async kill() {
      await stop('SIGKILL');
    },
    end: () => stop('SIGTERM'),
    crashes: () => crashes,
    async close() {
      await stop('SIGTERM');
      await connection.close();
      await log.close();
    },
  };
  product.start();
  await product.started();
  return product;
}

/** A product whose database is one node, in which tests can have commands fail or wait. */
export async function openOnOneNode(): Promise<Product> {
  const dataDir = await makeDataDir();
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const database = await startMongod(dataDir, () => {}, [
    'enableTestCommands=1',
    'diagnosticDataCollectionEnabled=false',
    // By default a minute: for so long a row is held by the transaction of a process that was killed.
    `transactionLifetimeLimitSeconds=${transactionsEndAfterSeconds}`,
  ]);
  const product = await openProduct(dataDir, database);
  return {
    ...product,
    async close() {
      await product.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const transactionsEndAfterSeconds = 10;
