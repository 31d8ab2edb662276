import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../tests/setup/chromium.ts';
import { build } from './build.ts';
import { check } from './check.ts';

const root = join(import.meta.dirname, '..');

interface Count {
  passed: number;
  failed: number;
}

/** Types, lint, unit and integration tests, then journeys in a real browser; the last line counts them all. */
async function test(): Promise<Count> {
  const results = await mkdtemp(join(tmpdir(), 'claimdesk-results-'));
  try {
    await build((part) => console.log(`building ${part}`));
    return add([
      check(),
      await vitest(join(results, 'vitest.json')),
      await playwright(join(results, 'playwright.json')),
    ]);
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function vitest(file: string): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/vitest');
  const code = run([bin, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {});
  const result = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  return orBroken({ passed: result.numPassedTests ?? 0, failed: result.numFailedTests ?? 0 }, code);
}

async function playwright(file: string): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/playwright');
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = run([bin, 'test', '--config=tests/playwright.config.ts', '--reporter=list,json'], env);
  const stats = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).stats : {};
  return orBroken(
    { passed: stats.expected ?? 0, failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0) },
    code,
  );
}

/** A runner that broke without counting a failure has failed all the same. */
function orBroken(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function run(args: string[], env: Record<string, string>): number {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
      .status ?? 1
  );
}

function add(counts: Count[]): Count {
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

const { passed, failed } = await test().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return { passed: 0, failed: 1 };
});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
