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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
