import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/**
 * Below the ports that systems lend to outgoing connections (from 32768 on Linux, 49152 elsewhere): one of those may be
 * taken between being found free and being listened on.
 */
const lowest = 20_000;
const beyond = 30_000;
const attempts = 50;

/**
 * @param wanted is taken when it is free, such as the port of the last start.
 * @returns a TCP port that nothing listens on.
 * @throws StartError if none of 50 was free.
 */
export async function findFreePort(wanted?: number): Promise<number> {
  if (wanted && (await isFree(wanted))) return wanted;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, beyond);
    if (await isFree(port)) return port;
  }
  throw new StartError('No free port was found between 20000 and 30000.');
}

/**
 * Asks the `fetch` of this process, which knows the ports that the Fetch standard blocks. It says nothing of one that is not blocked but
 * how the connection failed, by a code.
 *
 * @throws StartError for a port at which no browser opens anything, and no check of ours either.
 */
export async function requirePortForBrowsers(port: number): Promise<void> {
  const blocked = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'HEAD',
    signal: AbortSignal.timeout(5_000),
  }).then(
    () => false,
    ({ cause }: Error) => cause instanceof Error && !('code' in cause),
  );
  if (blocked)
    throw new StartError(
      `Browsers open nothing at port ${port}, which the Fetch standard blocks: choose another with PORT=3001 npm start.`,
    );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
