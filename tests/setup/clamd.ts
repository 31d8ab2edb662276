import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ping } from '../../api/casework/uploads/clamd.ts';
import { findFreePort } from '../../scripts/free-port.ts';

/** What every scanner calls a virus, and is none (eicar.org). In two parts, so that no scanner takes this file for one. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface RunningClamd {
  /** As the setting `CLAMD` takes them. */
  socket: string;
  port: string;
  stop(): Promise<void>;
}

/**
 * Starts the real clamd, with a signature database of its own that knows nothing but EICAR, so that it starts at once and needs no
 * network.
 */
export async function startClamd(): Promise<RunningClamd> {
  const program = findClamd();
  const folder = await mkdtemp(join(tmpdir(), 'claimdesk-clamd-'));
  const socket = join(folder, 'clamd.sock');
  const port = await findFreePort();
  await writeFile(join(folder, 'test.ndb'), `Eicar-Test:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const config = [
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${socket}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    'StreamMaxLength 26M',
    'Foreground yes',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${config.join('\n')}\n`);
  const clamd = spawn(program, [`--config-file=${join(folder, 'clamd.conf')}`], { stdio: 'ignore' });
  await answers(socket, clamd);
  return {
    socket,
    port: `127.0.0.1:${port}`,
    async stop() {
      const ended = once(clamd, 'exit');
      clamd.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(socket: string, clamd: ChildProcess): Promise<void> {
  for (;;) {
    if (clamd.exitCode !== null) throw new Error(`clamd ended with ${clamd.exitCode}.`);
    try {
      return await ping(socket);
    } catch {
      await wait(50);
    }
  }
}

/** Finds clamd or installs it. @throws Error with one sentence that says what to do. */
function findClamd(): string {
  return findInstalled() ?? installDebianPackage() ?? fail();
}

function findInstalled(): string | undefined {
  // Debian puts it where only root looks for programs.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'clamd')).find((file) => existsSync(file));
}

function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('installing clamd with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  const packages = ['--no-install-recommends', 'clamav-daemon'];
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'ignore', env });
  return findInstalled();
}

function fail(): never {
  throw new Error('No clamd was found or could be installed: install ClamAV, with clamd on the PATH.');
}
