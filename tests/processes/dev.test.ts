/** @module-tag thorough */

import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyCheckout } from '../setup/checkout.ts';
import { chromiumArgs, findChromium } from '../setup/chromium.ts';
import { type DevServer, editFile, processesOn, startDevServer } from '../setup/dev-server.ts';
import { eventually } from '../setup/eventually.ts';
import { hideWorkerSettings } from '../setup/own-settings.ts';
import { makeDataDir, readCredentials } from '../setup/site.ts';

let copy: Awaited<ReturnType<typeof copyCheckout>>;
let dataDir: string;
let dev: DevServer;
let browser: Browser;

beforeAll(async () => {
  hideWorkerSettings();
  dataDir = await makeDataDir();
  copy = await copyCheckout();
  [dev, browser] = await Promise.all([
    startDevServer(copy.folder, dataDir),
    chromium.launch({ executablePath: findChromium(), args: chromiumArgs }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await dev?.end('SIGTERM');
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const at = (path: string) => join(copy.folder, path);
const edit = (path: string, from: string | RegExp, to: string) =>
  editFile(at(path), (text) => text.replace(from, to));
const countOutput = (text: string) => dev.output().split(text).length - 1;

/**
 * On a connection of its own: one that was kept since an earlier test may be closed just when it is used again, because a site
 * restarts or because it was kept for as long as the site keeps one.
 */
function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  return fetch(dev.url + path, { ...init, headers: { ...headers, connection: 'close' } });
}

/** @returns a message from `api/platform/http/origin.ts`, to see which version of the API's code is running. */
async function originError(): Promise<string> {
  const response = await request('/trpc/staff.stay', {
    method: 'POST',
    headers: { origin: 'http://elsewhere.test', 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { message: string }).message;
}

async function open(path: string, loaded?: () => void): Promise<Page> {
  const page = await browser.newPage();
  // Vite compiles what a page asks for.
  page.setDefaultTimeout(120_000);
  page.on('request', (request) => request.isNavigationRequest() && loaded?.());
  await page.goto(dev.url + path);
  return page;
}

/** Opens a form and waits for hydration. */
async function openForm(loaded?: () => void): Promise<Page> {
  const page = await open('/dev/forms/email-address/empty', loaded);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form[method=post]') ?? {}).some((key) => key.startsWith('__react')),
  );
  return page;
}

async function pids(): Promise<Record<string, number>> {
  const rows: { name: string; pid: number }[] = JSON.parse(
    await readFile(join(dataDir, 'processes.json'), 'utf8'),
  );
  return Object.fromEntries(rows.map(({ name, pid }) => [name, pid]));
}

describe('npm run dev', () => {
  it('serves no files other than page sources', async () => {
    const files = [
      join(dataDir, 'keys.json'),
      join(dataDir, 'credentials.json'),
      at('package.json'),
      at('api/plugin.ts'),
    ];
    for (const file of files) expect((await request(`/@fs${file}?raw`)).status).toBe(403);
    expect((await request(`/@fs${at('web/app/root.tsx')}`)).status).toBe(200);
  });

  it('shows a changed component in the open page, without loading it again, and keeps typed text', async () => {
    const loaded = vi.fn();
    const page = await openForm(loaded);
    const field = page.getByRole('textbox', { name: 'Email address' });
    await field.fill('dana@exam');
    for (const word of ['first', 'second']) {
      await edit(
        'web/app/ui/forms/field.tsx',
        /\{label\}( \w+)?\n {6}<Optional/,
        `{label} ${word}\n      <Optional`,
      );
      await page.getByText(`Email address ${word}`).waitFor();
      await expect.poll(() => field.inputValue()).toBe('dana@exam');
    }
    expect(loaded).toHaveBeenCalledTimes(1);
    const body = await (await request('/dev/forms/email-address/empty')).text();
    expect(body).toContain('Email address<!-- --> second');
    await page.close();
  });

  it('reloads a page without JavaScript of its own after a change', async () => {
    const page = await open('/faq');
    expect(await page.locator('script[src]').count()).toBe(1);
    await edit('web/app/public/parts/page-top.tsx', '<h1>{title}</h1>', '<h1>{title} changed</h1>');
    await page.locator('h1', { hasText: / changed$/ }).waitFor();
    await edit('web/app/ui/styles/base.css', /^/, 'h1 { outline: 3px solid; }\n');
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('h1') as Element).outlineWidth === '3px',
    );
    await page.close();
  });

  it('detects new, repeatedly replaced and deleted files', async () => {
    const page = await open('/faq');
    await writeFile(at('web/app/public/parts/new.tsx'), 'export const New = () => <b id="new">one</b>;\n');
    await edit('web/app/public/parts/page-top.tsx', /^/, "import { New } from './new.tsx';\n");
    await edit('web/app/public/parts/page-top.tsx', ' changed</h1>', '<New /></h1>');
    await page.locator('#new', { hasText: 'one' }).waitFor();
    for (const [from, to] of [
      ['one', 'two'],
      ['two', 'three'],
    ] as const) {
      await edit('web/app/public/parts/new.tsx', from, to);
      await page.locator('#new', { hasText: to }).waitFor();
    }
    await unlink(at('web/app/public/parts/new.tsx'));
    await page.getByRole('heading', { name: 'The site cannot run' }).waitFor();
    expect(await page.locator('body > pre').innerText()).toContain('new.tsx');
    await edit('web/app/public/parts/page-top.tsx', "import { New } from './new.tsx';\n", '');
    await edit('web/app/public/parts/page-top.tsx', '<New />', '');
    await page.locator('.page-top h1').waitFor();
    expect(await page.locator('#new').count()).toBe(0);
    await page.close();
  });

  it('runs changed API code, and keeps the database and sessions', async () => {
    const { admin } = await readCredentials(dataDir);
    const signedIn = await request('/admin/login', {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: dev.url },
      body: new URLSearchParams({ way: 'password', password: admin.password }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const before = await pids();
    await edit('api/platform/http/origin.ts', 'so nothing was changed.', 'so nothing happened.');
    await expect.poll(originError).toContain('so nothing happened.');
    const list = await request('/trpc/evaluations.list?input={}', { headers: { cookie } });
    expect(list.status).toBe(200);
    const after = await pids();
    expect(after.site).not.toBe(before.site);
    expect(after).toEqual({ ...before, site: after.site });
  });

  it('restarts the site for several edits at once, ends with the newest, and never runs two', async () => {
    const startsBefore = countOutput('starting the site');
    await edit('api/platform/http/origin.ts', 'so nothing happened.', 'edit 0.');
    await eventually(() => expect(countOutput('starting the site')).toBe(startsBefore + 1));
    for (let each = 0; each < 5; each += 1)
      await edit('api/platform/http/origin.ts', `edit ${each}.`, `edit ${each + 1}.`);
    await eventually(async () => {
      const sites = [...(await processesOn(dataDir)).values()].filter((line) => line.includes('dev-site.ts'));
      expect(sites.length).toBeLessThan(2);
      expect(await originError()).toContain('edit 5.');
    });
    await edit('api/platform/http/origin.ts', 'edit 5.', 'the last edit.');
    await expect.poll(originError).toContain('the last edit.');
    expect(countOutput('starting the site')).toBeLessThan(startsBefore + 7);
  });

  it("shows an invalid form's error in the terminal and instead of every page, and the page again when it is fixed", async () => {
    const page = await openForm();
    const invalidFile = 'email-address/ui.json';
    await edit('forms/email-address/ui.json', '"widget": "email"', '"widgte": "email"');
    await page.getByRole('heading', { name: 'The site cannot run' }).waitFor();
    expect(dev.output()).toContain(invalidFile);
    const other = await open('/faq');
    await other.getByRole('heading', { name: 'The site cannot run' }).waitFor();
    expect(await other.locator('body > pre').innerText()).toContain(invalidFile);
    await edit('forms/email-address/ui.json', '"widgte": "email"', '"widget": "email"');
    await other.locator('.page-top h1').waitFor();
    await page.getByRole('textbox', { name: 'Email address' }).waitFor();
    await Promise.all([page.close(), other.close()]);
  });

  it('renders a form that may not be released yet, with an overlay that says why', async () => {
    const page = await openForm();
    const code = '"autocomplete": "one-time-code",';
    await edit('forms/client-login-reset/ui.json', `${code}\n      "secret": true,`, code);
    await page.locator('vite-error-overlay').getByText('approvals.txt').first().waitFor();
    expect((await request('/dev/forms/client-login-reset/empty')).status).toBe(200);
    await edit('forms/client-login-reset/ui.json', code, `${code}\n      "secret": true,`);
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows a page that says why the API does not start, and recovers after the next edit', async () => {
    await edit('api/platform/http/origin.ts', 'import type', 'import typo');
    const page = await open('/faq');
    await page.getByRole('heading', { name: 'The site cannot run' }).waitFor();
    expect(await page.locator('body > pre').innerText()).toContain('origin.ts');
    await edit('api/platform/http/origin.ts', 'import typo', 'import type');
    await page.locator('.page-top h1').waitFor();
    await page.close();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends every process within seconds on %s, even during a restart',
    async (signal) => {
      if ((await processesOn(dataDir)).size === 0) dev = await startDevServer(copy.folder, dataDir);
      const startsBefore = countOutput('starting the site');
      await edit(
        'api/platform/http/origin.ts',
        /so nothing was|the last edit|never seen/,
        `never seen, ${signal}`,
      );
      await eventually(() => expect(countOutput('starting the site')).toBe(startsBefore + 1));
      // Processes that don't end by themselves are killed after 20 seconds.
      expect(await dev.end(signal)).toBeLessThan(19_000);
      await eventually(async () => expect(await processesOn(dataDir)).toEqual(new Map()));
    },
  );
});
