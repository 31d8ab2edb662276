import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Flags that keep Chromium quiet and working in containers, where there is no GPU, sandbox or outside network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds a Chromium, or installs one: CHROMIUM_PATH, the PATH, Playwright's own, Playwright's download, Debian's package.
 *
 * @throws Error with one sentence that says what to do.
 */
export function findChromium(): string {
  return known() ?? download() ?? debian() ?? fail();
}

function known(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const onPath = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (onPath) return onPath;
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
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
  return known();
}

function debian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('installing Chromium with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
  return known();
}

function fail(): never {
  throw new Error(
    'No Chromium was found or could be installed: install it and set CHROMIUM_PATH to its program.',
  );
}
