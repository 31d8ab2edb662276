import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './setup/chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './setup/site.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: chromiumArgs,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    trace: 'retain-on-failure',
  },
});
