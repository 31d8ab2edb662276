import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/**
 * A process of ours as DATA_DIR/processes.json records it. Its start time tells it from a later process with the same
 * id.
 */
interface Remembered {
  name: string;
  pid: number;
  birth: string;
}

export interface Program {
  name: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** As in `os.setPriority`: what others wait for runs before it. */
  priority?: number;
}

/** Ends after this long if it does not stop by itself. */
const patienceMs = 20_000;
/** After more exits than this within a minute the whole start gives up: another try won't help. */
const restartsPerMinute = 5;

/**
 * Ends what a killed start left behind, so that a new one finds its ports and files free.
 *
 * @throws StartError when a start on the same folder is still running.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const file = join(dataDir, 'processes.json');
  if (!existsSync(file)) return;
  const remembered: Remembered[] = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
  const alive: Remembered[] = [];
  for (const each of remembered) if ((await birthOf(each.pid)) === each.birth) alive.push(each);
  const running = alive.find(({ name }) => name === 'start');
  if (running)
    throw new StartError(`claimdesk already runs on this folder (process ${running.pid}): stop it first.`);
  for (const { pid } of alive) process.kill(pid, 'SIGTERM');
  const until = Date.now() + patienceMs;
  for (const { pid, birth } of alive) {
    while ((await birthOf(pid)) === birth) {
      if (Date.now() > until) process.kill(pid, 'SIGKILL');
      await wait(50);
    }
  }
  await rm(file, { force: true });
}

/** Records which processes belong to this start. */
export async function remember(dataDir: string, pids: Record<string, number>): Promise<void> {
  const rows: Remembered[] = [];
  for (const [name, pid] of Object.entries(pids)) {
    const birth = await birthOf(pid);
    if (birth) rows.push({ name, pid, birth });
  }
  await writeFile(join(dataDir, 'processes.json'), JSON.stringify(rows, null, 2), { mode: 0o600 });
}

/** @returns a value that no later process with the same id shares, or undefined if there is no such process. */
async function birthOf(pid: number): Promise<string | undefined> {
  try {
    // Field 22 of stat, counted after the name, which may itself hold spaces and parentheses.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    if (existsSync('/proc/self/stat')) return undefined;
    return (
      spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
    );
  }
}

export interface Kept {
  pid(): number;
  /** Resolves when the first attempt to run it has ended, where that takes longer than starting a process. */
  ready?: Promise<void>;
  stop(): Promise<void>;
}

/** How a program is kept running: see `keepRunning` for the parameters. */
export type Keep = (
  program: Program,
  changed: () => Promise<void>,
  giveUp: (reason: StartError) => void,
) => Promise<Kept>;

/**
 * Starts a program and restarts it whenever it ends unasked.
 *
 * @param changed is called with every new process, so that it can be recorded.
 * @param giveUp is called when it keeps crashing.
 */
export const keepRunning: Keep = async (program, changed, giveUp) => {
  let stopping = false;
  let ends: number[] = [];
  let starting = startAndWatch();
  let child = await starting;

  async function startAndWatch(): Promise<ChildProcess> {
    const started = await startProgram(program);
    started.once('exit', () => void startAgain());
    return started;
  }

  async function startAgain(): Promise<void> {
    if (stopping) return;
    const now = Date.now();
    ends = [...ends.filter((end) => now - end < 60_000), now];
    if (ends.length > restartsPerMinute) {
      const why = (await readFile(program.logFile, 'utf8')).trim().split('\n').at(-1);
      giveUp(new StartError(`The ${program.name} process ends again and again: ${why}`));
      return;
    }
    console.log(`the ${program.name} process ended unexpectedly and is started again`);
    starting = startAndWatch();
    child = await starting;
    await changed();
  }

  return {
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true;
      // One that is only being started must not be left behind.
      await endProgram(await starting);
    },
  };
};

/**
 * Starts a program in a process group of its own: Ctrl-C reaches the start alone, which then ends its processes in the
 * right order.
 *
 * @param talks opens a channel for messages and pipes what the program writes to its standard error, instead of logging
 * it.
 */
export async function startProgram(
  { args, cwd, env, logFile, priority }: Program,
  talks = false,
): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', log.fd, ...(talks ? (['pipe', 'ipc'] as const) : [log.fd])],
    detached: true,
  });
  await log.close();
  if (child.pid && priority) {
    setPriority(child.pid, priority);
    // Linux first shares its time between sessions, and a detached process is one.
    await writeFile(`/proc/${child.pid}/autogroup`, String(priority)).catch(() => {});
  }
  return child;
}

/** Resolves when the process and all that it started have ended: by themselves, or killed after `patienceMs`. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(tooLong);
  }
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of its group was left.
  }
}
