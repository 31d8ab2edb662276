import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestWaitMs, testTimeoutMs } from './tests/setup/longest-wait.ts';

// Tests start the product's processes a hundred times. Compiled once, they load in half the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** They replace modules or read other settings while they load, which other files must not see. */
const withMocks = ['api/accounts/clients/{guessing,sign-in}.test.ts', 'cms/media/keep-in-bucket.test.ts'];

const notOurs = ['**/node_modules/**', '**/build/**', '**/.next/**', '.copy/**'];

/** To load a file, and then to skip all of its tests, can take seconds. */
const skippedAsWhole = process.env.TEST_ALL
  ? []
  : globSync('{forms,cms,api,web,seed,scripts,tests}/**/*.test.ts', {
      cwd: import.meta.dirname,
      exclude: notOurs,
    }).filter((file) =>
      readFileSync(join(import.meta.dirname, file), 'utf8').includes('@module-tag thorough'),
    );

const shared = {
  exclude: [...notOurs, ...skippedAsWhole],
  setupFiles: ['tests/setup/worker.ts'],
  pool: 'forks' as const,
  testTimeout: testTimeoutMs,
  hookTimeout: 240_000,
  expect: { poll: { timeout: longestWaitMs } },
};

/** Importing the CMS takes seconds, so the files of a worker share its modules; none may change them for the next. */
const sharedModules = { isolate: false, restoreMocks: true, unstubEnvs: true };

/** The longest after the products, by their figures in the end of `npm test`. */
const longest = [
  'tests/attacks.test.ts',
  'tests/every-form-in-a-browser.test.ts',
  'tests/hostile-posts.test.ts',
  'tests/hostile-identities.test.ts',
  'tests/sign-in-attacks.test.ts',
  'api/accounts/clients/guessing.test.ts',
  'api/casework/uploads/client-pdfs.test.ts',
  'api/casework/uploads/client-uploads.test.ts',
  'api/casework/profile/entries.test.ts',
];

/**
 * One long file that starts last keeps all but one processor idle, so the longest start first; Vitest itself goes by size
 * where no earlier run is known. Whole products wait much of their time, and the rest fills their pauses.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => {
      if (project.name === 'processes') return 0;
      const at = longest.indexOf(relative(import.meta.dirname, moduleId));
      return at === -1 ? longest.length + 1 : at + 1;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** One more than processors, since most tests wait for the database some of their time. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/setup/database.ts'],
    tags: [{ name: 'thorough', description: 'Runs in `npm run test:all` only.' }],
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['{forms,cms,api,web,seed,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...shared.exclude, ...withMocks],
          maxWorkers,
          ...sharedModules,
        },
      },
      {
        // The whole site in one process, as it is deployed: React checks much more, and takes far longer, elsewhere.
        test: {
          ...shared,
          name: 'site',
          include: ['tests/*.test.ts'],
          env: { NODE_ENV: 'production' },
          maxWorkers,
          ...sharedModules,
        },
      },
      {
        test: { ...shared, name: 'mocks', include: withMocks, maxWorkers },
      },
      {
        // Whole products that are started and ended.
        test: {
          ...shared,
          name: 'processes',
          include: ['tests/processes/*.test.ts'],
          maxWorkers,
        },
      },
    ],
  },
});
