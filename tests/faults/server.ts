import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** A process of MongoDB, on loopback. */
export interface Server {
  host: string;
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A mongod with its data in a folder of `dataDir`. @param role its arguments, such as those of a member of a replica set. */
export function makeNode(
  file: string,
  dataDir: string,
  { folder, port, role }: { folder: string; port: number; role: readonly string[] },
): Server {
  const path = join(dataDir, folder);
  const small = [
    '--wiredTigerCacheSizeGB',
    '0.25',
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
  ];
  const server = makeServer(file, dataDir, {
    name: folder,
    port,
    args: ['--dbpath', path, ...role, ...small],
  });
  return {
    ...server,
    async start() {
      await mkdir(path, { recursive: true });
      await server.start();
    },
  };
}

/** A mongod or mongos whose log is `logs/<name>.log` of `dataDir`, with the key of the database in that folder. */
export function makeServer(
  file: string,
  dataDir: string,
  { name, port, args }: { name: string; port: number; args: readonly string[] },
): Server {
  let child: ChildProcess | undefined;
  return {
    host: `127.0.0.1:${port}`,
    async start() {
      const log = await open(join(dataDir, 'logs', `${name}.log`), 'a');
      const own = ['--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
      const key = ['--keyFile', join(dataDir, 'database.key')];
      child = spawn(file, [...own, ...key, ...args], { stdio: ['ignore', log.fd, log.fd] });
      await log.close();
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
