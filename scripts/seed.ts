import { spawn } from 'node:child_process';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { contentState } from '../seed/seed-version.ts';
import { openDataDir, prepareEnvironment } from './environment.ts';
import { runningUris, startMongod } from './mongod.ts';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '..');

/**
 * Fills an empty database, and brings one of an earlier version up to date. @returns a few words on what was done.
 * Content that editors have since changed or deleted is left alone.
 */
export async function seedIfEmpty(env: NodeJS.ProcessEnv): Promise<string> {
  const client = await mongoose.mongo.MongoClient.connect(env.MONGODB_URI ?? '');
  try {
    const state = await contentState(client.db(env.CMS_DATABASE ?? 'cms'));
    if (state === 'current') return 'already there';
    return await (state === 'empty' ? seed(env) : seed(env, 'update'));
  } finally {
    await client.close();
  }
}

/** Seeds in a separate process, so that its memory is freed afterwards. */
function seed(env: NodeJS.ProcessEnv, ...what: ('update' | 'remove-samples')[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['seed.ts', ...what], {
      cwd: join(root, 'seed'),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(output.trim().split('\n').at(-1) ?? '');
      else reject(new StartError(`Seeding failed:\n${output.slice(-4_000)}`));
    });
  });
}

/**
 * `npm run seed` and `npm run samples:remove`: in the database of MONGODB_URI, of a running `npm start`, or of DATA_DIR.
 */
async function main(): Promise<void> {
  const what = process.argv.includes('remove-samples') ? (['remove-samples'] as const) : [];
  const dataDir = await openDataDir();
  const given = process.env.MONGODB_URI;
  const running = given ? { siteUri: given, cmsUri: given } : await runningUris(dataDir);
  const own = running ? undefined : await startMongod(dataDir, console.log);
  const database = running ?? own;
  try {
    if (database)
      console.log(await seed((await prepareEnvironment({ dataDir, port: 3000, database })).site, ...what));
  } finally {
    await own?.stop();
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}
