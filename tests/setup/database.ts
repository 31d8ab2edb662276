import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeKeys } from '../../api/platform/keys/key-ring.ts';
import { startMongod } from '../../scripts/mongod.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongodbUri: string;
    /** As the site's user. */
    siteUri: string;
    appKeys: string;
    payloadSecret: string;
    dataDir: string;
  }
}

/** Starts one real mongod for the test run; each worker has its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-test-'));
  await mkdir(join(dataDir, 'logs'));
  // MongoDB deletes expired records every second instead of every minute, so that tests can observe it; it collects no
  // statistics about itself, which takes processor time from tests.
  const parameters = ['ttlMonitorSleepSecs=1', 'diagnosticDataCollectionEnabled=false'];
  const database = await startMongod(dataDir, console.log, parameters);
  project.provide('mongodbUri', database.ownerUri);
  project.provide('siteUri', database.siteUri);
  project.provide('appKeys', makeKeys());
  project.provide('payloadSecret', randomBytes(32).toString('hex'));
  project.provide('dataDir', dataDir);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
