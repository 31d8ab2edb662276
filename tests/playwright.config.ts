import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './setup/chromium.ts';

/** They share the seed's admin, for whom the CMS remembers which panels are open: so one after the other. */
const inTheCms = /(home-page|preview|publish|receipt|saving|calendar|versions|cms-accessibility)\.spec\.ts/;

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './setup/site.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  projects: [
    { name: 'cms', testMatch: inTheCms, workers: 1 },
    { name: 'site', testIgnore: inTheCms },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: chromiumArgs,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    trace: 'retain-on-failure',
  },
});
