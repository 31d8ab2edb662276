import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKeys } from '../api/platform/keys/key-ring.ts';
import { startMongod } from '../scripts/mongod.ts';

/**
 * Compares the directory's search with reading without an index, on made-up attorneys in a database of its own: the
 * same searches alternate within one run, so that other load on the machine affects both. Prints a table; under four
 * minutes with the default size, loopback only, stops by itself.
 */
export async function benchDirectory({ attorneys, searches } = { attorneys: 100_000, searches: 200 }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-bench-'));
  await mkdir(join(dataDir, 'logs'));
  const database = await startMongod(dataDir, console.log);
  try {
    await search([attorneys, searches], {
      MONGODB_URI: database.ownerUri,
      DATA_DIR: dataDir,
      CMS_DATABASE: 'bench_cms',
      PORTAL_DATABASE: 'bench_portal',
      PUBLIC_URL: 'http://localhost:3000',
      PAYLOAD_SECRET: crypto.randomUUID(),
      APP_KEYS: makeKeys(),
    });
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * In a process of its own: the CMS reads its environment when it is imported, and this process has other uses for its
 * own.
 */
async function search(sizes: number[], env: Record<string, string>): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'search-directory.ts'), ...sizes.map(String)],
    { env: { ...process.env, ...env }, stdio: 'inherit' },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The searches ended with ${code}.`);
}
