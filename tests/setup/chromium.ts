import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Flags for Chromium in containers, which have no GPU, sandbox or outside network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Most time of a journey is spent starting renderers: pages of a context share one, and what draws is no process.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  // No page lives long enough to gain from what V8 spends on optimizing its functions; axe takes a sixth less time.
  '--js-flags=--no-turbofan --no-maglev',
];

/** The first has no windows, and opens a page in half the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Finds Chromium or installs it. Tries, in order: CHROMIUM_PATH, PATH, Playwright's installation, a Playwright download,
 * Debian's packages.
 *
 * @throws Error with one sentence that says what to do.
 */
export function findChromium(): string {
  return findInstalled() ?? download() ?? installDebianPackage() ?? fail();
}

function findInstalled(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && existsSync(configured)) return configured;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (onPath) return onPath;
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : undefined;
}

function download(): string | undefined {
  console.log('installing Chromium with Playwright');
  spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../node_modules/.bin/playwright'), 'install', 'chromium'],
    {
      stdio: 'ignore',
      timeout: 300_000,
    },
  );
  return findInstalled();
}

function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('installing Chromium with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
    const installed = findInstalled();
    if (installed) return installed;
  }
  return undefined;
}

function fail(): never {
  throw new Error(
    'No Chromium was found or could be installed: install it and set CHROMIUM_PATH to its program.',
  );
}
