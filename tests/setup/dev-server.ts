import { spawn } from 'node:child_process';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { eventually } from './eventually.ts';

export interface DevServer {
  url: string;
  /** Everything it has printed, stdout and stderr. */
  output(): string;
  /** Sends a signal and waits for the process to exit. @returns how long that took, in milliseconds. */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<number>;
}

/** Runs `npm run dev` in a copy of the checkout, and waits for its `ready` line. */
export async function startDevServer(folder: string, dataDir: string): Promise<DevServer> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = eventually(() => {
    if (child.exitCode !== null) throw new Error(`dev ended with ${child.exitCode}:\n${output}`);
    if (!/^ready http/m.test(output)) throw new Error(`dev is not ready:\n${output}`);
  });
  await ready.catch(async (error: unknown) => {
    // Nobody else could end what it has started.
    child.kill('SIGTERM');
    await ended;
    throw error;
  });
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    async end(signal) {
      const startedAt = performance.now();
      child.kill(signal);
      await ended;
      return performance.now() - startedAt;
    },
  };
}

/** Edits a file the way code editors save: writes a temporary file and renames it over the original. */
export async function editFile(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`Nothing was changed in ${file}.`);
  await writeFile(`${file}~`, changed);
  await rename(`${file}~`, file);
}

/** @returns the command lines of all processes started with this data folder, by process id. */
export async function processesOn(dataDir: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const environment = await readFile(join('/proc', name, 'environ'), 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`DATA_DIR=${dataDir}`)) continue;
    found.set(Number(name), (await readFile(join('/proc', name, 'cmdline'), 'utf8')).replaceAll('\0', ' '));
  }
  return found;
}
