import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../tests/setup/eventually.ts';

/** More than is kept while nothing can be written. */
const lines = 30_000;
const program = `
  import { createServer } from 'node:http';
  const { writeLogLine } = await import(process.argv[1]);
  for (let line = 0; line < ${lines}; line += 1) writeLogLine(JSON.stringify({ event: 'request', line, path: '/x'.repeat(40) }));
  process.on('SIGTERM', () => process.exit(0));
  const server = createServer((_request, response) => response.end('alive'));
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** Starts a process that logs too many lines at once, and then answers. @returns its address. */
async function startLogging(output: 'pipe' | number): Promise<string> {
  const module = join(import.meta.dirname, 'log-output.ts');
  child = spawn(process.execPath, ['--input-type=module', '-e', program, module], {
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return `http://127.0.0.1:${port}`;
}

const answerOf = async (url: string) => (await fetch(url)).text();

/** @returns the exit code, and how long the process took to end. */
async function end(): Promise<[number | null, number]> {
  const start = performance.now();
  const exited = once(child as ChildProcess, 'exit');
  child?.kill('SIGTERM');
  const [code] = await exited;
  return [code, performance.now() - start];
}

describe('a process whose log', () => {
  it('nobody reads answers, and ends when it is told to', async () => {
    const url = await startLogging('pipe');
    expect(await answerOf(url)).toBe('alive');
    const [code, ms] = await end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
  });

  it('has lost its reader answers, and ends when it is told to', async () => {
    const url = await startLogging('pipe');
    child?.stdout?.destroy();
    expect(await answerOf(url)).toBe('alive');
    const [code, ms] = await end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
  });

  it('has no space left answers, and ends when it is told to', async () => {
    const full = await open('/dev/full', 'w');
    const url = await startLogging(full.fd);
    await full.close();
    expect(await answerOf(url)).toBe('alive');
    const [code, ms] = await end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
  });

  it('is read again says how many lines are missing, and loses no others', async () => {
    await startLogging('pipe');
    let text = '';
    child?.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    await eventually(() => expect(text).toContain('log lines dropped'));
    const written: { event: string; line?: number; count?: number }[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const kept = written.filter(({ event }) => event === 'request');
    expect(kept.map(({ line }) => line)).toEqual(kept.map((_, index) => index));
    expect(written.find(({ event }) => event === 'log lines dropped')?.count).toBe(lines - kept.length);
  });
});
