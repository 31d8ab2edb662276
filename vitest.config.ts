import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

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

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/database.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['{forms,cms,api,web,seed,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...shared.exclude, ...withMocks],
          // Vitest keeps a core for itself, which waits most of the time.
          maxWorkers: availableParallelism(),
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
          maxWorkers: availableParallelism(),
          ...sharedModules,
        },
      },
      {
        test: { ...shared, name: 'mocks', include: withMocks, maxWorkers: availableParallelism() },
      },
      {
        // Whole products that are started and ended, which wait much of their time, after everything else.
        test: {
          ...shared,
          name: 'processes',
          include: ['tests/processes/*.test.ts'],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
