import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../tests/setup/chromium.ts';
import type { Count } from '../tests/setup/count-reporter.ts';
import { startSite } from '../tests/setup/site.ts';
import { build } from './build.ts';
import { check } from './check.ts';

const root = join(import.meta.dirname, '..');

/**
 * Where the data of tests is kept: in memory where that is much, because databases wait for the disk at every write.
 */
async function chooseTemporaryFolder(): Promise<void> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (!process.env.TMPDIR && bavail * bsize > 8 * 1024 ** 3) process.env.TMPDIR = memory;
}

/** Starts the product once on an empty data folder, which the tests that start it copy: its content takes long to add. */
async function makeSeededDataDir(folder: string): Promise<void> {
  console.log('adding the content');
  const site = await startSite(undefined, folder);
  await site.stop();
  process.env.SEEDED_DATA_DIR = folder;
}

/** Types, lint, unit and integration tests, then journeys in a real browser; the last line counts them all. */
async function test(): Promise<Count> {
  await chooseTemporaryFolder();
  const results = await mkdtemp(join(tmpdir(), 'claimdesk-results-'));
  try {
    await build((part) => console.log(`building ${part}`));
    const checks = { ...check(), failures: [], files: [] };
    await makeSeededDataDir(join(results, 'data'));
    return add([
      checks,
      await vitest(join(results, 'vitest.json')),
      await playwright(join(results, 'playwright.json')),
    ]);
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function vitest(file: string): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/vitest');
  const reporter = join(root, 'tests/setup/count-reporter.ts');
  const code = run([bin, 'run', '--reporter=default', `--reporter=${reporter}`], { TEST_COUNT_FILE: file });
  const none: Count = { passed: 0, failed: 0, failures: [], files: [] };
  return orBroken('vitest', existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : none, code);
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

async function playwright(file: string): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/playwright');
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = run([bin, 'test', '--config=tests/playwright.config.ts', '--reporter=list,json'], env);
  const report = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  const specs = specsOf(report).map((spec) => ({ ...spec, file: `tests/journeys/${spec.file}` }));
  const times = Map.groupBy(specs, (spec) => spec.file);
  const count = {
    passed: expected,
    failed: unexpected + flaky,
    failures: specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    files: [...times].map(([file, inFile]) => ({
      file,
      ms: inFile
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
  return orBroken('playwright', count, code);
}

function specsOf({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A runner that crashed without reporting a failure has failed too. */
function orBroken(runner: string, count: Count, code: number): Count {
  if (code === 0 || count.failed > 0) return count;
  return { ...count, failed: 1, failures: [`${runner} ended with code ${code}`] };
}

function run(args: string[], env: Record<string, string>): number {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
      .status ?? 1
  );
}

function add(counts: Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures }) => failures),
    files: counts.flatMap(({ files }) => files),
  };
}

const began = performance.now();
const { passed, failed, failures, files } = await test().catch((error: unknown): Count => {
  console.error(error instanceof Error ? error.message : error);
  return { passed: 0, failed: 1, failures: [], files: [] };
});
const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
if (slowest.length > 0) console.log('\nThe slowest files:');
for (const { file, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
if (failures.length > 0) console.log('\nFailed:');
for (const failure of failures) console.log(`  ${failure}`);
console.log(`\nTook ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
