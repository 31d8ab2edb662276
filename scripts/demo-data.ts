import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPublicAddress } from '@claimdesk/cms/production';
import { openDataDir, prepareEnvironment } from './environment.ts';
import { runningUris, startMongod } from './mongod.ts';
import { StartError } from './start-error.ts';

const usage = 'npm run demo:data -- --evaluations 1000000 --attorneys 100000 --clients 20000';
const most = 10_000_000;

/**
 * `npm run demo:data`: adds made-up records, for measurements and trials, to the database of MONGODB_URI, of a running
 * `npm start`, or of DATA_DIR. It refuses a site that others can reach, and a database that the first start of a trial has not marked
 * as its own: made-up people among real ones would have to be told apart by hand.
 */
async function main(args: string[]): Promise<void> {
  const counts = readCounts(args);
  const { PUBLIC_URL, MONGODB_URI: given } = process.env;
  if (PUBLIC_URL && isPublicAddress(PUBLIC_URL))
    throw new StartError(`Made-up records are not for a public site, and PUBLIC_URL is ${PUBLIC_URL}.`);
  const dataDir = await openDataDir();
  const running = given ? { siteUri: given, cmsUri: given } : await runningUris(dataDir);
  const own = running ? undefined : await startMongod(dataDir, console.log);
  try {
    const database = running ?? own;
    if (!database) return;
    const { site } = await prepareEnvironment({ dataDir, port: 3000, database });
    const child = spawn(process.execPath, ['demo-data.ts', ...counts.map(String)], {
      cwd: join(import.meta.dirname, '../seed'),
      env: site,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new StartError('Not everything was added: see above.');
  } finally {
    await own?.stop();
  }
}

/** @returns how many evaluations, attorneys and clients. @throws StartError with how it is called. */
function readCounts(args: string[]): number[] {
  const option = { type: 'string', default: '0' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { evaluations: option, attorneys: option, clients: option },
    });
    const counts = [values.evaluations, values.attorneys, values.clients].map(Number);
    if (
      counts.every((count) => Number.isInteger(count) && count >= 0 && count <= most) &&
      counts.some(Boolean)
    )
      return counts;
  } catch {
    // An unknown option: reported below.
  }
  throw new StartError(`Say how many to add, up to ${most.toLocaleString('en-US')} each: ${usage}`);
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  });
}
