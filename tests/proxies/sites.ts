import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { prepareEnvironment } from '../../scripts/environment.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { startMongod } from '../../scripts/mongod.ts';
import { seedIfEmpty } from '../../scripts/seed.ts';
import { until } from '../faults/figures.ts';
import { makeDataDir } from '../setup/site.ts';

const startsWithinMs = 180_000;

/** A site process behind a proxy. */
export interface Site {
  port: number;
  start(): Promise<void>;
  /** Ends it as an operator does. */
  end(): Promise<void>;
}

/** Two site processes over one database, whose visitors come through a proxy at PUBLIC_URL. There is no CMS process. */
export interface TwoSites {
  dataDir: string;
  portal: mongoose.Connection;
  sites: [Site, Site];
  close(): Promise<void>;
}

/** @param publicUrl where the proxy will answer. */
export async function openTwoSites(publicUrl: string): Promise<TwoSites> {
  Object.assign(process.env, { PUBLIC_URL: publicUrl });
  const dataDir = await makeDataDir();
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const database = await startMongod(dataDir, () => {});
  const { site: env } = await prepareEnvironment({ dataDir, port: 0, database });
  await seedIfEmpty(env);
  const log = await open(join(dataDir, 'logs', 'site.log'), 'a', 0o600);
  const makeSite = async (): Promise<Site> => {
    const port = await findFreePort();
    let child: ChildProcess | undefined;
    return {
      port,
      async start() {
        child = spawn(process.execPath, [join(import.meta.dirname, '../../web/server.ts')], {
          env: { ...env, PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' },
          stdio: ['ignore', log.fd, log.fd],
        });
        const answers = () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status === 200,
            () => false,
          );
        await until(`the site at port ${port} is ready`, startsWithinMs, answers);
      },
      async end() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      },
    };
  };
  const sites: [Site, Site] = [await makeSite(), await makeSite()];
  const connection = await mongoose.createConnection(database.ownerUri).asPromise();
  await sites[0].start();
  await sites[1].start();
  return {
    dataDir,
    sites,
    portal: connection.useDb('portal', { useCache: true }),
    async close() {
      await Promise.all(sites.map((site) => site.end()));
      await connection.close();
      await database.stop();
      await log.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
