import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests start the product's processes a hundred times. Compiled once, they load in half the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** They replace modules, which other files must not see. */
const withMocks = ['api/accounts/clients/{guessing,sign-in}.test.ts'];

const shared = {
  exclude: ['**/node_modules/**', '**/build/**', '**/.next/**', '.copy/**'],
  setupFiles: ['tests/setup/worker.ts'],
  pool: 'forks' as const,
  testTimeout: 180_000,
  hookTimeout: 240_000,
};

/** Importing the CMS takes seconds, so the files of a worker share its modules; none may change them for the next. */
const sharedModules = { isolate: false, restoreMocks: true, unstubEnvs: true };

/** Whole products take longest, and wait much of that time: they start first, and the rest fills their pauses. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [first, rest] = [true, false].map((wanted) =>
      sorted.filter(({ project }) => (project.name === 'processes') === wanted),
    );
    return [...(first ?? []), ...(rest ?? [])];
  }
}

/** One more than processors, since most tests wait for the database some of their time. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    sequence: { sequencer: ProcessesFirst },
    globalSetup: ['tests/setup/database.ts'],
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
