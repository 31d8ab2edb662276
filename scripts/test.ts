import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../tests/setup/chromium.ts';
import type { Count } from '../tests/setup/count-reporter.ts';
import { chooseTemporaryFolder, makeSeededDataDir } from '../tests/setup/temporary-folder.ts';
import { build } from './build.ts';
import { check } from './check.ts';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '..');

/**
 * `npm test` runs what every change has to pass. With words, such as `npm test -- uploads claims`, it runs the files whose
 * path contains one of them. `npm run test:all` adds what is tagged `thorough`, and says so to the tests by `TEST_ALL`.
 */
const { values: options, positionals: words } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (options.all) process.env.TEST_ALL = '1';

const nothing: Count = { passed: 0, failed: 0, failures: [], files: [] };
const took: [part: string, ms: number][] = [];

/** Does a part of the run, and notes how long it took. */
async function timed<T>(part: string, work: () => T | Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    took.push([part, performance.now() - began]);
  }
}

/** Types and lint, then unit and integration tests, then journeys in a real browser. */
async function test(): Promise<Count> {
  const tests = await filesOf('{forms,cms,api,web,seed,scripts,tests}/**/*.test.{ts,tsx}');
  const journeys = await filesOf('tests/journeys/*.spec.ts');
  const [faults] = options.all ? await filesOf('tests/faults/run.ts') : [];
  if (tests.length + journeys.length === 0 && !faults)
    throw new StartError(
      `No file of tests has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`,
    );
  await chooseTemporaryFolder();
  const results = await mkdtemp(join(tmpdir(), 'claimdesk-results-'));
  const counts: Count[] = [];
  try {
    await timed('build', () => build((part) => console.log(`building ${part}`)));
    // Who works on one area sees them in the editor.
    if (words.length === 0) counts.push({ ...nothing, ...(await timed('checks', check)) });
    if (options.all) await timed('content', () => makeSeededDataDir(join(results, 'data')));
    if (tests.length > 0)
      counts.push(await timed('tests', () => vitest(join(results, 'vitest.json'), tests)));
    if (journeys.length > 0)
      counts.push(await timed('journeys', () => playwright(join(results, 'playwright.json'), journeys)));
    // Last and alone: what it measures are times.
    if (faults) counts.push(await timed('faults', () => tenthOf(faults)));
    const count = add(counts);
    if (count.passed + count.failed === 0)
      throw new StartError(
        'All of these tests are thorough: npm run test:all -- with the same words runs them.',
      );
    return count;
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** @returns the files of this kind that the run is about. */
async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  const exclude = ['**/node_modules/**', '**/build/**', '**/.next/**'];
  for await (const file of glob(pattern, { cwd: root, exclude }))
    if (words.length === 0 || words.some((word) => file.includes(word))) files.push(file);
  return files;
}

async function vitest(file: string, tests: string[]): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/vitest');
  const reporter = join(root, 'tests/setup/count-reporter.ts');
  const args = [bin, 'run', '--passWithNoTests', '--reporter=default', `--reporter=${reporter}`];
  if (!options.all) args.push('--tags-filter=!thorough');
  if (words.length > 0) args.push(...tests);
  const code = run(args, { TEST_COUNT_FILE: file });
  return orBroken('vitest', existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : nothing, code);
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

async function playwright(file: string, journeys: string[]): Promise<Count> {
  const bin = join(root, 'node_modules/.bin/playwright');
  const args = [bin, 'test', '--config=tests/playwright.config.ts', '--pass-with-no-tests'];
  args.push('--reporter=list,json');
  if (words.length > 0) args.push(...journeys);
  if (!options.all) args.push('--grep-invert=@thorough');
  const code = run(args, { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file });
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

/** Hurts the product as `npm run test:faults` does, a tenth as much. */
function tenthOf(faults: string): Count {
  const code = run([faults, '--tenth'], {});
  return orBroken('a tenth of npm run test:faults', { ...nothing, passed: code === 0 ? 1 : 0 }, code);
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
  return { ...nothing, failed: 1 };
});
const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`;
const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
if (slowest.length > 0) console.log('\nThe slowest files:');
for (const { file, ms } of slowest) console.log(`${seconds(ms)}  ${file}`);
if (failures.length > 0) console.log('\nFailed:');
for (const failure of failures) console.log(`  ${failure}`);
console.log('\nThe parts:');
for (const [part, ms] of took) console.log(`${seconds(ms)}  ${part}`);
console.log(`${seconds(performance.now() - began)}  in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
