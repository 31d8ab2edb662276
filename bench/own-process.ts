import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKeys } from '../api/platform/keys/key-ring.ts';
import { startMongod } from '../scripts/mongod.ts';

/**
 * Runs a script of this folder with an empty database. It gets a process of its own because the CMS reads its
 * environment when it is imported, and other measurements need another one.
 *
 * @param args numbers such as sizes. @throws Error when the script fails.
 */
export async function runWithDatabase(script: string, args: number[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-bench-'));
  await mkdir(join(dataDir, 'logs'));
  const database = await startMongod(dataDir, console.log);
  try {
    const env = {
      ...process.env,
      MONGODB_URI: database.ownerUri,
      DATA_DIR: dataDir,
      CMS_DATABASE: 'bench_cms',
      PORTAL_DATABASE: 'bench_portal',
      AUDIT_DATABASE: 'bench_audit',
      PUBLIC_URL: 'http://localhost:3000',
      PAYLOAD_SECRET: crypto.randomUUID(),
      APP_KEYS: makeKeys(),
    };
    const file = join(import.meta.dirname, script);
    const child = spawn(process.execPath, [file, ...args.map(String)], { env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${script} ended with ${code}.`);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
