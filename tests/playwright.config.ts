import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './setup/chromium.ts';

// As in vitest.config.ts: what vitest has compiled loads in half the time here.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

/**
 * CMS journeys share one admin, whose open panels the CMS remembers, and one of them changes how editors sign in. So they run
 * sequentially.
 */
const cmsJourneys =
  /(home-page|preview|publish|receipt|saving|calendar|versions|samples|figures|cms-accessibility|cms-two-step)\.spec\.ts/;

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './setup/site.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 110_000 },
  forbidOnly: true,
  projects: [
    { name: 'cms', testMatch: cmsJourneys, workers: 1 },
    { name: 'site', testIgnore: cmsJourneys },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: chromiumArgs,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    trace: 'off',
  },
});
