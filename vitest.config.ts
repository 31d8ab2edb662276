import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{forms,cms,api,web,seed,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**', '**/.next/**', '.copy/**'],
    globalSetup: ['tests/setup/database.ts'],
    setupFiles: ['tests/setup/worker.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
